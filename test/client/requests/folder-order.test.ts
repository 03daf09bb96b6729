import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { inOrder } from "../../../client/requests/folder-order.ts";
import { findFiles, shownPath } from "../../../server/cli/files.ts";

it("the files of a folder have the order that they have on the command line", () => {
  const folder = mkdtempSync(join(tmpdir(), "order-"));
  const paths = ["b", "a/z", "a", "a-1", "B", "10", "9", "ä", "a/b/c"].map((name) => `${name}.request.json`);
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), "{}");
  }
  const found = findFiles(
    [folder],
    undefined,
    folder,
    { isOurs: () => true, one: "file", none: "no file", remedy: "" },
    () => {},
  );
  rmSync(folder, { recursive: true });
  expect(inOrder(paths.map((path) => ({ path }))).map(({ path }) => path)).toEqual(
    found.map((path) => shownPath(folder, path)),
  );
});
