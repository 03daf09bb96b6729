/** `docs/operations.md`: every operation, record and event, with what is documented and what is not shown. */
import { type Api, documentedRoute, type NamedOperation, operationsOf, type Tier } from "../api.ts";
import {
  addressFacts,
  keyFacts,
  limitFacts,
  limitHeaders,
  methodFacts,
  replyFacts,
  versionFacts,
  webhookFacts,
} from "./facts.ts";
import { choicesInWords, choicesOfApi, choicesOfOperation } from "../sandbox-choices.ts";
import { type KnownRecord, replyTable, requestTable } from "./field-table.ts";
import { toJsonSchema } from "./schemas.ts";

export interface OperationsDocument {
  text: string;
  /** 1-based line of the heading of an API (its slug), an operation (its id) or an event (`<slug> <name>`). */
  lines: ReadonlyMap<string, number>;
}

const opening = `# Operations

What the documentation of each API says of its requests, replies, errors, limits and events. {base_url} is the address at which you reach the API; it ends with the version. Bodies are JSON, sent as \`Content-Type: application/json\`, over HTTPS alone. Identifiers of records are strings with a prefix for their type, and a record of one API does not exist in another. A key never belongs in code that runs at a client's or in a public repository.

**Not shown** ends a section with what the documentation leaves open: nothing is assumed there, and nothing is checked. A request's field may be left out unless its table says that it is required; no documentation says which fields of a reply or an event are always there. Of three things that look alike, *no fields are documented* means that nobody knows what belongs there, *any keys and values* that you choose them, and *takes no parameters* that there are none.`;

export function operationsDocument(apis: readonly Api[]): OperationsDocument {
  const lines = [
    ...opening.split("\n"),
    "",
    "| API | Operations | Route not shown |",
    "|---|---|---|",
    ...apis.map((api) => {
      const operations = operationsOf([api]);
      return `| ${link(api.title)} (\`${api.slug}\`) | ${operations.length} | ${operations.filter((each) => !documentedRoute(each)).length} |`;
    }),
    "",
    "Made from the descriptions in `shared/apis` by `npm run docs`.",
    "",
  ];
  const headings = new Map<string, number>();
  const section = (key: string, heading: string, content: readonly string[]) => {
    headings.set(key, lines.length + 1);
    lines.push(heading, "", ...content);
  };
  for (const api of apis) {
    const records = recordsOf(api);
    section(api.slug, `## ${api.title}`, apiSection(api));
    for (const operation of operationsOf([api]))
      section(operation.id, `### ${operation.id}`, operationSection(operation, records));
    for (const [name, event] of Object.entries(api.events))
      section(`${api.slug} ${name}`, `### Event ${name}`, [
        sentence(event.meaning),
        "",
        ...replyTable(toJsonSchema(event.payload), records),
        ...notShown(event.notShown),
      ]);
    for (const [name, resource] of Object.entries(api.resources))
      section(`${api.slug} ${name} record`, `### ${recordTitle(api, resource.title)}`, [
        ...replyTable(toJsonSchema(resource.record), []),
        ...notShown(resource.notShown?.filter((fact) => fact !== "fields of the record")),
      ]);
  }
  while (lines.at(-1) === "") lines.pop();
  return { text: `${lines.join("\n")}\n`, lines: headings };
}

const recordTitle = (api: Api, title: string) => `${title} record of ${api.slug}`;

const recordsOf = (api: Api): KnownRecord[] =>
  Object.values(api.resources).map(({ title, record }) => ({
    title,
    anchor: anchor(recordTitle(api, title)),
    schema: toJsonSchema(record),
  }));

/** As GitHub and VS Code make it of a heading. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, "")
    .replaceAll(" ", "-");
const link = (heading: string) => `[${heading}](#${anchor(heading)})`;
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).replace(/\.?$/, ".");
const code = (text: string) => `\`${text}\``;

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(titles), `|${"---|".repeat(titles.length)}`, ...rows.map(line), ""];
}

function notShown(what: readonly string[] = []): string[] {
  return what.length > 0 ? [`**Not shown**: ${what.join("; ")}.`, ""] : [];
}

// ── an API ──

const apiSection = (api: Api): string[] => [
  sentence(api.purpose),
  "",
  ...[
    [...addressFacts(api), ...versionFacts(api)],
    methodFacts(api),
    authorization(api),
    signIn(api),
    limitFacts(api),
    webhookFacts(api),
  ].flatMap((facts) => (facts.length > 0 ? [`- ${facts.join(" ")}`] : [])),
  "",
  ...table(
    ["Operation", "Route"],
    operationsOf([api]).map((operation) => [link(operation.id), routeWords(operation) ?? "not shown"]),
  ),
  ...table(
    ["Plan", "Limit"],
    api.rateLimit.tiers.map((tier) => [tier.name, tierWords(tier)]),
  ),
  ...table(
    ["Header", "Value", "Sent"],
    limitHeaders(api.rateLimit).map(({ name, value, sent }) => [code(name), value, sent]),
  ),
  ...errors(api),
  ...notShown(api.notShown),
  ...paragraph(choicesInWords(choicesOfApi(api))),
];

const authorization = (api: Api): string[] => [
  `Every request carries \`Authorization: Bearer …\` with ${api.auth.exchange ? `a token of ${link(`${api.slug}.${api.auth.exchange}`)}` : "an API key"}.`,
  ...Object.entries(api.requestHeaders ?? {}).map(
    ([name, value]) => `It also carries \`${name}: ${value}\`, with or without a body.`,
  ),
  ...keyFacts(api),
];

function signIn({ oauth }: Api): string[] {
  if (!oauth) return [];
  const { authorizePath, query, scopes } = oauth;
  return [
    "For applications that act for users there is the OAuth 2.0 authorization-code flow.",
    `It begins with \`GET {auth_url}${authorizePath}\` and the query ${query.map(code).join(", ")}; the scopes are ${scopes.map(code).join(", ")}.`,
  ];
}

const tierWords = ({ perMinute, perDay, note }: Tier) =>
  [
    perMinute !== undefined && `${perMinute.toLocaleString("en")} requests per minute`,
    perDay !== undefined && `${perDay.toLocaleString("en")} per day`,
    note,
  ]
    .filter(Boolean)
    .join(", ");

function errors({ statuses, otherStatuses, faults, envelope }: Api): string[] {
  const rows = Object.entries(statuses).map(([status, meaning]) => [status, meaning]);
  return [
    ...(envelope ? ["**Successful replies**", "", ...replyTable(toJsonSchema(envelope), [])] : []),
    ...table(["Status", "Meaning"], [...rows, ...(otherStatuses ? [["others", otherStatuses]] : [])]),
    ...(faults.body ? ["**Error body**", "", ...replyTable(toJsonSchema(faults.body), [])] : []),
  ];
}

// ── an operation ──

function operationSection(operation: NamedOperation, records: readonly KnownRecord[]): string[] {
  const { title, description = "", request, reply } = operation;
  const route = routeWords(operation);
  const takesNothing = Object.keys(request).length === 0 && !operation.notShown?.includes("parameters");
  const facts = [
    ...(route === undefined ? [] : [`Route: ${route}`]),
    ...(takesNothing ? ["It takes no parameters."] : []),
    ...replyFacts(operation),
  ];
  // A part of which nothing is shown is among what is not shown.
  const parts = Object.entries(request)
    .map(([part, schema]) => [part, toJsonSchema(schema)] as const)
    .filter(([part, { properties }]) => part === "body" || properties);
  return [
    `${title}. ${description}`.trim(),
    "",
    ...(facts.length > 0 ? [...facts.map((fact) => `- ${fact}`), ""] : []),
    ...parts.flatMap(([part, schema]) => [`**${partTitles[part] ?? part}**`, "", ...requestTable(schema)]),
    ...(reply ? ["**Reply**", "", ...replyTable(toJsonSchema(reply), records)] : []),
    ...notShown(operation.notShown),
    ...paragraph(choicesInWords(choicesOfOperation(operation))),
  ];
}

/** Undefined where neither method nor path is shown. */
function routeWords({ method, path }: NamedOperation): string | undefined {
  return method && code(path === undefined ? method : `${method} {base_url}${path}`);
}
const paragraph = (text: string): string[] => (text === "" ? [] : [text, ""]);

const partTitles: Record<string, string> = {
  path: "Path parameters",
  query: "Query",
  headers: "Headers",
  body: "Body",
};
