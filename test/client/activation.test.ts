import { join } from "node:path";
import { build } from "esbuild";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

it("loads nothing of zod, undici, keytar or the language client before it is needed", async () => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["client/extension.ts"],
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["vscode"],
    write: false,
    metafile: true,
  });
  const atOnce = new Set<string>();
  const visit = (file: string) => {
    if (atOnce.has(file)) return;
    atOnce.add(file);
    for (const { path, kind, external } of metafile.inputs[file]?.imports ?? [])
      if (kind !== "dynamic-import" && !external) visit(path);
  };
  visit("client/extension.ts");
  expect(
    [...atOnce].filter((file) => /node_modules|^shared\/(apis|client|sandbox\/(server|app))/.test(file)),
  ).toEqual([]);
  // The bundle has them all the same.
  for (const name of ["zod", "undici", "keytar", "vscode-languageclient", "csv-stringify", "oauth4webapi"])
    expect(Object.keys(metafile.inputs).some((file) => file.includes(`node_modules/${name}/`))).toBe(true);
});
