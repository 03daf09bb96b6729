/** The remedies for a finding. */
import type { Range, TextEdit, WorkspaceEdit } from "vscode-languageserver-types";
import { serverCommands } from "../../shared/protocol.ts";
import { isTimestampFormat } from "../../shared/traits/iso-8601.ts";
import { entryAt, operationOf } from "../files/entries.ts";
import { type OpenFile, rangeOf } from "../files/open-file.ts";
import { schemasAt } from "../schema/describe.ts";
import type { Finding } from "../schema/finding.ts";
import { bitOf, type JsonType } from "../schema/schema.ts";
import { validate } from "../schema/validate.ts";
import { locate } from "../syntax/locate.ts";
import { memberBefore, memberNamed } from "../syntax/named-members.ts";
import { type Child, childrenOf, isContainer, type Located } from "../syntax/node.ts";
import { isSound } from "../syntax/problems.ts";
import { parse } from "../syntax/tree.ts";
import { sourceOf, toValue } from "../syntax/value.ts";
import { toDate, toTimestamp } from "./dates.ts";
import { insertMembers, removeChild } from "./members.ts";
import { sampleFor } from "./sample-values.ts";

/** A remedy before it is an action. */
export interface Fix {
  title: string;
  edits?: TextEdit[];
  edit?: WorkspaceEdit;
  command?: { command: string; arguments: unknown[] };
  preferred?: boolean;
  /** It changes nothing that a person may have meant otherwise. */
  safe?: boolean;
}

export function fixesOf(file: OpenFile, finding: Finding, range: Range): Fix[] {
  const { workspace } = file;
  const can = (command: string) => workspace.settings.commands.includes(command);
  switch (finding.code) {
    case "missing-property":
      return missing(file, finding);
    case "unknown-property":
      return unknownProperty(file, finding, range);
    case "duplicate-key":
      return duplicate(file, finding);
    case "bad-format":
      return badFormat(file, finding, range);
    case "wrong-type":
      return wrongType(file, finding, range);
    case "unknown-variable":
      return typeof finding.data?.suggestion === "string"
        ? [
            replace(`Change to ${finding.data.suggestion}`, range, finding.data.suggestion, {
              preferred: true,
            }),
          ]
        : [];
    case "secret-in-file":
      return can(serverCommands.moveKeyToKeychain) && file.format.kind === "request"
        ? [
            {
              title: "Move the key to the keychain",
              command: { command: serverCommands.moveKeyToKeychain, arguments: [{ uri: file.uri, range }] },
              preferred: true,
            },
          ]
        : [];
    case "deprecated":
      return can(serverCommands.setBaseAddress)
        ? [
            {
              title: "Set the base address…",
              command: {
                command: serverCommands.setBaseAddress,
                arguments: [operationOf(file, entryAt(file, finding.start))?.api],
              },
            },
          ]
        : [];
    case "unbound-route": {
      const id = operationOf(file, entryAt(file, finding.start))?.id;
      return can(serverCommands.bindRoute) && id !== undefined
        ? [{ title: "Bind the route…", command: { command: serverCommands.bindRoute, arguments: [id] } }]
        : [];
    }
    case "unknown-event":
      if (file.format.kind === "webhook" && file.format.api === undefined) return chooseApi(file);
      return documentedValues(file, finding, range);
    default:
      // A schema names its own code for a value that it does not list.
      return finding.data?.allowed ? documentedValues(file, finding, range) : [];
  }
}

const replace = (title: string, range: Range, newText: string, more: Partial<Fix> = {}): Fix => ({
  title,
  edits: [{ range, newText }],
  ...more,
});

// ── properties ──

function missing(file: OpenFile, finding: Finding): Fix[] {
  const name = finding.data?.property;
  const object = objectAt(file, finding.start);
  if (name === undefined || !object) return [];
  const value = sampleFor(file, [...object.path, name], finding.start);
  return [
    {
      title: `Add "${name}"`,
      edits: insertMembers(file, object.at, [{ name, value }]),
      preferred: true,
    },
  ];
}

export function objectAt(file: OpenFile, start: number) {
  const { ancestors, path } = locate(file.tree, start);
  const at = ancestors.at(-1);
  return at?.node.kind === "object" && at.start === start ? { at, path } : undefined;
}

function unknownProperty(file: OpenFile, finding: Finding, range: Range): Fix[] {
  const found = memberAt(file, finding.start);
  const name = finding.data?.property;
  const meant = finding.data?.suggestion;
  if (!found) return [];
  const { container, child } = found;
  const taken = typeof meant === "string" && memberNamed(container, meant) !== undefined;
  return [
    ...(typeof meant === "string" && !taken
      ? [
          replace(`Rename to "${meant}"`, range, JSON.stringify(meant), {
            preferred: true,
            safe: sameLetters(meant, name) && !isRivalled(container, child),
          }),
        ]
      : []),
    { title: `Remove "${child.key?.name ?? ""}"`, edits: removeChild(file, container, child) },
  ];
}

/** Whether another member's name may mean the same. */
const isRivalled = (container: Located, child: Child) =>
  childrenOf(container).some(
    ({ index, key }) => index !== child.index && key && sameLetters(key.name, child.key?.name),
  );

/** Names that differ in case and separators only mean the same. */
const sameLetters = (a: string, b: unknown) => typeof b === "string" && letters(a) === letters(b);
const letters = (text: string) => text.toLowerCase().replace(/[_\- ]/g, "");

function memberAt(file: OpenFile, keyStart: number): { container: Located; child: Child } | undefined {
  const { container, child } = locate(file.tree, keyStart + 1);
  return container && child?.keyStart === keyStart ? { container, child } : undefined;
}

function duplicate(file: OpenFile, finding: Finding): Fix[] {
  const found = memberAt(file, finding.start);
  if (!found) return [];
  const { container, child } = found;
  const name = child.key?.name ?? "";
  const earlier = hasValue(child) ? memberBefore(container, name, child.index) : undefined;
  return [
    // Readers take the last one, if it is one: in a broken text it may be the rest of something else.
    ...(earlier ? [removeEarlier(file, container, earlier, child)] : []),
    { title: `Remove this "${name}"`, edits: removeChild(file, container, child) },
  ];
}

const hasValue = ({ node }: Located) => node.kind !== "missing" && node.kind !== "invalid";

function removeEarlier(file: OpenFile, container: Located, earlier: Child, later: Child): Fix {
  const { tree, lines } = file;
  const edits = removeChild(file, container, earlier);
  const preferred = isSound(tree);
  const end = Math.max(...edits.map(({ range }) => lines.offsetAt(range.end)));
  const beside =
    tree.text.slice(earlier.keyEnd, earlier.start) + tree.text.slice(earlier.start + earlier.node.width, end);
  // Nothing that a person wrote is lost: neither a value nor a comment.
  const safe = preferred && sourceOf(tree, earlier) === sourceOf(tree, later) && !beside.includes("/");
  const title = `Remove the earlier "${earlier.key?.name ?? ""}", which does not count`;
  return { title, edits, preferred, safe };
}

// ── values ──

function documentedValues(file: OpenFile, finding: Finding, marked: Range): Fix[] {
  const { allowed = [], suggestion } = finding.data ?? {};
  const at = valueAt(file, finding.start);
  // Of a list or an object only the bracket is marked; where one has no end, nobody knows what belongs to it.
  const isMarkedWhole = !isContainer(at.node) || at.start !== finding.start;
  if (!isMarkedWhole && at.node.faults) return [];
  const range = isMarkedWhole ? marked : rangeOf(file.lines, at.start, at.start + at.node.width);
  const written = toValue(file.tree, at);
  const first = suggestion === undefined ? [] : [suggestion];
  const others = allowed.length > 12 ? [] : allowed.filter((value) => value !== suggestion);
  return [...first, ...others].map((value) =>
    replace(`Change to ${JSON.stringify(value)}`, range, JSON.stringify(value), {
      preferred: value === suggestion,
      safe: typeof value === "string" && value === suggestion && sameLetters(value, written),
    }),
  );
}

const valueAt = (file: OpenFile, start: number): Located => {
  const { ancestors } = locate(file.tree, start);
  return ancestors.at(-1) ?? { node: file.tree.root, start };
};

function badFormat(file: OpenFile, finding: Finding, range: Range): Fix[] {
  const written = toValue(file.tree, valueAt(file, finding.start));
  if (typeof written !== "string") return [];
  const format = finding.data?.format;
  const meant = isTimestampFormat(format)
    ? toTimestamp(written)
    : format === "date"
      ? toDate(written)
      : undefined;
  if (meant === undefined) return [];
  return [replace(`Change to "${meant}"`, range, JSON.stringify(meant), { preferred: true, safe: true })];
}

/** A number or a boolean in quotes or in other words, or a string without quotes. */
function wrongType(file: OpenFile, finding: Finding, range: Range): Fix[] {
  const at = valueAt(file, finding.start);
  const source = sourceOf(file.tree, at);
  const { kind } = at.node;
  const expects = (...types: JsonType[]) => types.some((type) => finding.data?.types?.includes(type));
  if (kind !== "string" && kind !== "number" && kind !== "boolean") return [];
  const change = (text: string) =>
    replace(`Change to ${text}`, range, text, { preferred: accepts(file, at, text) });
  if (kind !== "string" && expects("string")) return [change(JSON.stringify(source))];
  const bare = kind === "string" ? source.slice(1, -1) : source;
  const isNumber = /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/.test(bare);
  if (kind === "string" && isNumber && expects("number", "integer")) return [change(bare)];
  if (kind === "boolean" || !expects("boolean")) return [];
  const meant = meantBy(bare);
  return [meant ?? true, !(meant ?? true)].map((value) =>
    replace(`Change to ${value}`, range, String(value), { preferred: value === meant }),
  );
}

/** Whether a scalar could stand in the place of another. */
function accepts(file: OpenFile, at: Located, text: string): boolean {
  const tree = parse(text, { dialect: "json" });
  const { path } = locate(file.tree, at.start);
  const bit = bitOf(tree.root);
  return (
    file.schema !== undefined &&
    schemasAt(file.tree, file.schema, path, { written: false })
      .filter(({ types }) => (types & bit) !== 0)
      .every((schema) => validate(tree, schema).length === 0)
  );
}

/** The boolean that people mean by a word or number. */
function meantBy(word: string): boolean | undefined {
  const lower = word.trim().toLowerCase();
  if (["true", "yes", "on", "1"].includes(lower)) return true;
  return ["false", "no", "off", "0"].includes(lower) ? false : undefined;
}

// ── webhooks ──

/** The API stands in the file's name. */
function chooseApi(file: OpenFile): Fix[] {
  if (!file.workspace.renamesFiles || !file.uri.endsWith(".webhook.json")) return [];
  return file.catalogue.entries.apis
    .filter(({ slug }) => file.catalogue.webhookFile(slug) !== undefined)
    .map(({ slug, title }) => {
      const newUri = file.uri.replace(/\.webhook\.json$/, `.${slug}.webhook.json`);
      return {
        title: `It is from ${title}: rename to …${slug}.webhook.json`,
        edit: { documentChanges: [{ kind: "rename" as const, oldUri: file.uri, newUri }] },
      };
    });
}
