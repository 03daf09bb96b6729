// Builds dist/: client.js (and its thread openapi-worker.js), server.js (which loads language-server.js), cli.js (which
// loads command-line.js, and that cli-<command>.js), the parts that these share or load late as <name>-<hash>.js, the pages of panels, the catalogue
// of JSON Schemas, and the keychain's native parts.
// --watch rebuilds on change, --minify is for the package, with the licences of what is bundled, --docs writes
// docs/operations.md and what the client's features contribute to package.json as well.
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build, context, transform } from "esbuild";

const flags = new Set(process.argv.slice(2));
const root = import.meta.dirname;

/** What is made from the descriptions of the APIs, by running them. */
async function describe() {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { apis } from "./shared/apis/index.ts";
        import { contributions as contributionsFor } from "./client/manifest.ts";
        import { createCatalogue, kept as keptOf } from "./shared/derived/catalogue.ts";
        import { operationsDocument } from "./shared/derived/operations.ts";
        export const kept = keptOf(createCatalogue(apis));
        export const contributions = contributionsFor(apis);
        export const document = operationsDocument(apis).text;`,
      resolveDir: root,
    },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
  });
  const { kept, contributions, document } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`
  );
  for (const [part, value] of Object.entries(kept))
    await writeFile(`${root}/dist/${part}.json`, JSON.stringify(value));
  if (!flags.has("--docs")) return;
  await writeFile(`${root}/docs/operations.md`, document);
  await writeManifest(contributions);
}

/**
 * The README as the page of the packaged extension, for those who use it. VS Code shows pictures there from addresses
 * of the web alone, and these are in no such place: the walkthrough has them.
 */
async function writePage() {
  const whole = await readFile(`${root}/README.md`, "utf8");
  const [page = ""] = whole.split(/^## Working on it$/m);
  await writeFile(`${root}/dist/README.md`, page.replaceAll(/^ *!\[.*\]\(media\/.*\)\n\n/gm, ""));
}

/** What is written by hand, as settings and languages, stays as it is. */
async function writeManifest(contributions) {
  const path = `${root}/package.json`;
  const manifest = JSON.parse(await readFile(path, "utf8"));
  Object.assign(manifest.contributes, contributions);
  await writeFile(path, `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * Parts of Node that the library of the protocol asks for at its start, for pipes and child processes that a server
 * over stdio never opens: they would take 7 ms of it.
 */
const whenUsed = {
  name: "when-used",
  setup(build) {
    build.onResolve({ filter: /^(crypto|child_process)$/ }, ({ path, importer }) =>
      /[\\/]node_modules[\\/]vscode-(jsonrpc|languageserver)[\\/]/.test(importer)
        ? { path, namespace: "when-used" }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "when-used" }, ({ path }) => ({
      contents: `module.exports = new Proxy({}, { get: (_, name) => require("node:${path}")[name] });`,
    }));
  },
};

/** The parser of HTTP is there twice, for processors with wide registers and for all: one that runs on all is enough. */
const oneParser = {
  name: "one-parser",
  setup(build) {
    build.onResolve({ filter: /llhttp_simd-wasm\.js$/ }, ({ resolveDir }) => ({
      path: join(resolveDir, "../llhttp/llhttp-wasm.js"),
    }));
  },
};

/** @type {import("esbuild").BuildOptions} */
const bundles = {
  absWorkingDir: root,
  entryPoints: { server: "server/main.ts" },
  outdir: "dist",
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node22.15",
  external: ["vscode"],
  minify: flags.has("--minify"),
  sourcemap: flags.has("--minify") ? false : "linked",
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
  plugins: [whenUsed, { name: "describe", setup: (build) => build.onEnd(describe) }],
};

const commandLine = join(root, "server/cli/command-line.ts");
/** The files with commands that it loads, as its table has them. */
const commands = [...(await readFile(commandLine, "utf8")).matchAll(/\bimport\("\.\/([\w-]+)\.ts"\)/g)];

/** esbuild shares parts between bundles of modules alone, and VS Code and our own loading want CommonJS: each file becomes it. */
const asCommonJs = {
  name: "as-common-js",
  setup(build) {
    build.onEnd(async ({ outputFiles }) => {
      await Promise.all(
        outputFiles.map(async ({ path, text }) => {
          const { code, map } = await transform(text, {
            format: "cjs",
            platform: "node",
            target: bundles.target,
            minify: bundles.minify,
            supported: { "dynamic-import": false },
            sourcefile: basename(path),
            sourcemap: bundles.sourcemap ? "external" : false,
          });
          if (map !== "") await writeFile(`${path}.map`, map);
          await writeFile(path, map === "" ? code : `${code}//# sourceMappingURL=${basename(path)}.map\n`);
        }),
      );
    });
  },
};

/** @type {import("esbuild").BuildOptions} */
const sharing = {
  ...bundles,
  splitting: true,
  format: "esm",
  chunkNames: "[name]-[hash]",
  write: false,
  sourcemap: bundles.sourcemap && "inline",
  plugins: [whenUsed, oneParser, asCommonJs],
};

/** What knows the APIs. @type {import("esbuild").BuildOptions} */
const online = {
  ...sharing,
  entryPoints: {
    client: "client/extension.ts",
    "openapi-worker": "client/routes/openapi-worker.ts",
    "cli-online": "server/cli/online.ts",
  },
};

/** What judges texts. @type {import("esbuild").BuildOptions} */
const checking = {
  ...sharing,
  entryPoints: {
    "language-server": "server/program.ts",
    "cli-validate": "server/cli/validate.ts",
    "check-worker": "server/cli/check-worker.ts",
  },
};

const shared = new Set([online, checking].flatMap(({ entryPoints }) => Object.keys(entryPoints)));

/** The command line, and the files with commands that share nothing. @type {import("esbuild").BuildOptions} */
const commandLines = {
  ...bundles,
  entryPoints: {
    cli: "server/cli/main.ts",
    "command-line": "server/cli/command-line.ts",
    ...Object.fromEntries(
      commands
        .filter(([, name]) => !shared.has(`cli-${name}`))
        .map(([, name]) => [`cli-${name}`, `server/cli/${name}.ts`]),
    ),
  },
  // Else Node would load them by the slower way of modules.
  supported: { "dynamic-import": false },
  plugins: [
    {
      name: "commands",
      setup: (build) =>
        build.onResolve({ filter: /^\.\/.+\.ts$/ }, ({ kind, importer, path }) =>
          kind === "dynamic-import" && importer === commandLine
            ? { path: path.replace(/^\.\/(.+)\.ts$/, "./cli-$1.js"), external: true }
            : undefined,
        ),
    },
  ],
};

/** What runs in the webviews of panels, which may load nothing else: a script and a style sheet for each page. @type {import("esbuild").BuildOptions} */
const pages = {
  absWorkingDir: root,
  entryPoints: ["dashboard", "accounts"].flatMap((page) => [
    { in: `client/${page}/page/main.ts`, out: page },
    { in: `client/${page}/page/page.css`, out: page },
  ]),
  outdir: "dist/pages",
  bundle: true,
  platform: "browser",
  format: "iife",
  target: "chrome128",
  minify: flags.has("--minify"),
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
};

const all = [bundles, online, checking, commandLines, pages];

await rm(`${root}/dist`, { recursive: true, force: true });
await mkdir(`${root}/dist`);
// Where keytar looks for its binary beside a bundle.
await cp(`${root}/node_modules/keytar/prebuilds`, `${root}/dist/prebuilds`, { recursive: true });
if (flags.has("--watch")) for (const each of all) await (await context(each)).watch();
else {
  const results = await Promise.all(all.map((each) => build(each)));
  if (flags.has("--minify")) {
    await writePage();
    const { writeNotices } = await import("./.ci/notices.mjs");
    await writeNotices(
      results.map(({ metafile }) => metafile),
      ["keytar"],
    );
  }
}
