import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { escapedText } from "../../shared/plain-text.ts";
import { readSettings } from "../../shared/protocol.ts";
import { textOfFile } from "../../shared/regular-file.ts";
import { isRow } from "../../shared/traits/values.ts";
import { docsUri, loadCompiledCatalogue } from "../disk/built-catalogue.ts";
import type { CompiledCatalogue } from "../knowledge/compiled-catalogue.ts";
import { parse } from "../syntax/tree.ts";
import { toValue } from "../syntax/value.ts";
import { checkAll } from "./check-all.ts";
import { type Command, formatOf, type Terminal, UsageError } from "./command.ts";
import { FileChecker, type Setting } from "./file-checker.ts";
import { findFiles, shownPath } from "./files.ts";
import { counted, type Format, severityOf, type Totals } from "./formats/format.ts";
import { github } from "./formats/github.ts";
import { json } from "./formats/json.ts";
import { junit } from "./formats/junit.ts";
import { pretty } from "./formats/pretty.ts";
import { sarif } from "./formats/sarif.ts";
import { listedNames } from "./listed-names.ts";
import { readShard } from "./shard.ts";
import { baseUrlVariable } from "../../shared/environment-variables.ts";

const formats: Record<string, (terminal: Terminal) => Format> = {
  pretty: ({ colored }) => pretty(colored),
  json,
  sarif: () => sarif(docsUri()),
  junit,
  github,
};

export const command: Command = {
  usage:
    "validate [globs…] [--files-from FILE|-] [--shard I/N] [--format pretty|json|sarif|junit|github] [--max-warnings N]",
  judges: true,
  summary: "Checks request, webhook and mapped body files, by default all below this folder.",
  options: {
    format: { type: "string" },
    "max-warnings": { type: "string" },
    "files-from": { type: "string" },
    shard: { type: "string" },
  },
  async run(terminal, { positionals, values }) {
    const format = formatOf(formats, values.format)(terminal);
    const isForPeople = (values.format ?? "pretty") === "pretty";
    const most = warningLimit(values["max-warnings"]);
    const shard = typeof values.shard === "string" ? readShard(values.shard) : undefined;
    const source = values["files-from"];
    const listed = typeof source === "string" ? await listedNames(source, terminal) : undefined;
    const cwd = process.cwd();
    const catalogue = loadCompiledCatalogue();
    const setting = readSetting(cwd, catalogue, terminal.env);
    const checker = new FileChecker(setting, catalogue);
    const folders = new Set<string>();
    const found = findFiles(
      positionals,
      listed,
      cwd,
      {
        isOurs: (path) => checker.isOurs(path),
        one: "request or webhook file",
        none: "neither a request nor a webhook file",
        remedy:
          "Name it *.request.json or *.webhook.json, or map it to an operation in the setting switchboard.bodies.",
      },
      (folder) => folders.add(folder),
    );
    const paths = shard ? found.filter((path) => shard(shownPath(cwd, path))) : found;
    let skipped = 0;
    const totals: Totals = { files: 0, error: 0, warning: 0, information: 0, hint: 0 };

    // Names and texts of files are in it. What is made for people escapes them itself, for it has colours.
    const commands = values.format === "github" ? "commands" : undefined;
    const print = (text: string) => terminal.out(isForPeople ? text : escapedText(text), commands);
    await print(format.begin());
    let next = 0;
    for await (const batch of checkAll(paths, setting, catalogue)) {
      if (terminal.signal.aborted) throw new UsageError("Interrupted before all files were checked.");
      let text = "";
      for (const diagnostics of batch) {
        const path = paths[next++] ?? "";
        if (!diagnostics) {
          skipped++;
          continue;
        }
        totals.files++;
        for (const diagnostic of diagnostics) totals[severityOf(diagnostic)]++;
        text += format.file(shownPath(cwd, path), diagnostics);
      }
      if (text !== "") await print(text);
    }
    await print(format.end(totals));
    const unread = [
      ...(folders.size > 0 ? [counted(folders.size, "folder")] : []),
      ...(skipped > 0 ? [counted(skipped, "name")] : []),
    ];
    if (unread.length > 0)
      terminal.error(`switchboard: ${unread.join(" and ")} could not be read, and so not be checked.`);
    if (totals.warning > most)
      terminal.error(
        `switchboard: ${counted(totals.warning, "warning")} where --max-warnings allows ${most}.`,
      );
    return totals.error > 0 || totals.warning > most ? 1 : 0;
  },
};

function warningLimit(value: unknown): number {
  if (value === undefined) return Number.POSITIVE_INFINITY;
  if (typeof value === "string" && /^\d+$/.test(value)) return Number(value);
  throw new UsageError("--max-warnings takes a whole number, such as 0.");
}

/** In bytes. */
const settingsLimit = 4 * 1024 * 1024;

function readSetting(cwd: string, catalogue: CompiledCatalogue, env: Terminal["env"]): Setting {
  const settings = parse(textOfFile(join(cwd, ".vscode", "settings.json"), settingsLimit) ?? "", {
    dialect: "jsonc",
  });
  const written = toValue(settings);
  const { bodies } = readSettings({ bodies: isRow(written) ? written["switchboard.bodies"] : {} });
  for (const [glob, id] of Object.entries(bodies))
    if (!catalogue.operation(id))
      throw new UsageError(
        `The setting switchboard.bodies maps ${JSON.stringify(glob)} to ${JSON.stringify(id)}, which is no operation. See: switchboard operations`,
      );
  const baseUrls = Object.fromEntries(
    catalogue.entries.apis.flatMap(({ slug }) => {
      const variable = baseUrlVariable(slug);
      const address = env[variable];
      return address === undefined ? [] : [[variable, { [slug]: address }]];
    }),
  );
  return { folder: pathToFileURL(cwd).href, bodies, baseUrls };
}
