import { join } from "node:path";
import { build } from "esbuild";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

const built = await build({
  absWorkingDir: root,
  entryPoints: ["client/extension.ts", "client/routes/openapi-worker.ts", "server/cli/online.ts"],
  outdir: "dist",
  bundle: true,
  platform: "node",
  format: "esm",
  external: ["vscode"],
  write: false,
  metafile: true,
});

it("gives a library that is loaded late its names", () => {
  const { inputs } = built.metafile;
  const late = Object.values(inputs).flatMap(({ imports }) =>
    imports.filter(({ path, kind }) => kind === "dynamic-import" && inputs[path]?.format === "cjs"),
  );
  // Of CommonJS a part of the package has `default` alone: this one is asked for it.
  expect(late.map(({ path }) => path)).toEqual([expect.stringContaining("node_modules/keytar/")]);
});

it("loads nothing of zod, undici, keytar or the language client before it is needed", () => {
  const { metafile } = built;
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
