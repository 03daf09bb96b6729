// What the bundles in dist/ hold of other packages: their licences in dist/third-party-notices.txt, and a list of them
// in dist/sbom.cdx.json (CycloneDX). Made with the package, so that neither can be forgotten.
import { execFileSync } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** @param {import("esbuild").Metafile[]} metafiles @param {string[]} copied packages that are taken as files */
export async function writeNotices(metafiles, copied) {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((each) => Object.keys(each.inputs)),
  );
  const folders = new Set(copied.map((name) => `node_modules/${name}`));
  for (const input of inputs) {
    const [folder] = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(input) ?? [];
    if (folder) folders.add(folder);
  }
  const packages = await Promise.all([...folders].sort().map(read));
  await writeFile(
    join(root, "dist/third-party-notices.txt"),
    `Switchboard holds parts of these packages.\n\n${packages.map(notice).join("\n\n")}\n`,
  );
  await writeFile(join(root, "dist/sbom.cdx.json"), JSON.stringify(billOf(packages), null, 2));
}

async function read(folder) {
  const path = join(root, folder);
  const { name, version, license } = JSON.parse(await readFile(join(path, "package.json"), "utf8"));
  const files = (await readdir(path)).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(path, file), "utf8")));
  if (texts.length === 0 && !license)
    throw new Error(`${folder} names no licence. Look it up before it is packed.`);
  return { folder, name, version, license, texts };
}

const notice = ({ name, version, license, texts }) =>
  [
    `${"=".repeat(80)}\n${name} ${version} (${license})\n${"=".repeat(80)}`,
    ...texts.map((text) => text.trim()),
  ].join("\n\n");

/** npm's own list, of what is bundled alone. */
function billOf(packages) {
  const bill = JSON.parse(
    execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"], {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      shell: process.platform === "win32",
    }),
  );
  const wanted = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  const components = bill.components.filter((each) => wanted.has(each["bom-ref"]));
  const kept = new Set(components.map((each) => each["bom-ref"]));
  const missing = wanted.difference(kept);
  if (missing.size > 0) throw new Error(`The list of packages lacks ${[...missing].join(", ")}.`);
  const own = bill.metadata.component["bom-ref"];
  return {
    ...bill,
    components,
    dependencies: bill.dependencies
      .filter(({ ref }) => ref === own || kept.has(ref))
      .map(({ ref, dependsOn = [] }) => ({
        ref,
        dependsOn: ref === own ? [...kept] : dependsOn.filter((each) => kept.has(each)),
      })),
  };
}
