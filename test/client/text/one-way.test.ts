import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../../..");

/** What shows words of files and services to people. */
const ways =
  /\bvscode\.(window\.)?(show(Information|Warning|Error)Message|withProgress|setStatusBarMessage|showQuickPick|createQuickPick|showInputBox|createInputBox|MarkdownString)\b/;

it("words reach people through client/text alone", () => {
  const files = globSync("client/**/*.ts", { cwd: root }).filter((file) => !/^client.text./.test(file));
  expect(files.length).toBeGreaterThan(100);
  const around = files.flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .filter((line) => ways.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(around).toEqual([]);
});
