/** `docs/operations.md`: every operation, record and event, with what is documented and what is not shown. */
import { type Api, documentedRoute, type NamedOperation, operationsOf } from "../api.ts";
import type { JsonSchema } from "../catalogue.ts";
import { choicesInWords, choicesOfApi, choicesOfOperation } from "../sandbox-choices.ts";
import { saidOf, typeName } from "./field.ts";
import { toJsonSchema } from "./schemas.ts";

export interface OperationsDocument {
  text: string;
  /** 1-based line of the heading of an API (its slug), an operation (its id) or an event (`<slug> <name>`). */
  lines: ReadonlyMap<string, number>;
}

export function operationsDocument(apis: readonly Api[]): OperationsDocument {
  const lines: string[] = [
    "# Operations",
    "",
    "Made from the descriptions in `shared/apis` by `npm run docs`. “Not shown” means that the API's documents leave the fact open: nothing is assumed there.",
    "",
    "| API | Operations | Route not shown |",
    "|---|---|---|",
    ...apis.map((api) => {
      const operations = operationsOf([api]);
      return `| [${api.title}](#${anchor(api.title)}) (\`${api.slug}\`) | ${operations.length} | ${operations.filter((each) => !documentedRoute(each)).length} |`;
    }),
    "",
  ];
  const headings = new Map<string, number>();
  const heading = (key: string, text: string) => {
    lines.push(text, "");
    headings.set(key, lines.length - 1);
  };
  for (const api of apis) {
    heading(api.slug, `## ${api.title}`);
    lines.push(...apiFacts(api));
    for (const named of operationsOf([api])) {
      heading(named.id, `### ${named.id}`);
      lines.push(...operationFacts(named));
    }
    for (const [name, event] of Object.entries(api.events)) {
      heading(`${api.slug} ${name}`, `### Event ${name}`);
      lines.push(
        sentence(event.meaning),
        "",
        ...fieldTable(toJsonSchema(event.payload)),
        ...notShown(event.notShown),
      );
    }
    for (const resource of Object.values(api.resources)) {
      lines.push(
        `### ${resource.title} record of ${api.slug}`,
        "",
        ...fieldTable(toJsonSchema(resource.record)),
        ...notShown(resource.notShown),
      );
    }
  }
  while (lines.at(-1) === "") lines.pop();
  return { text: `${lines.join("\n")}\n`, lines: headings };
}

const anchor = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\w -]/g, "")
    .replaceAll(" ", "-");
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).replace(/\.?$/, ".");

function apiFacts(api: Api): string[] {
  const { headers, tiers } = api.rateLimit;
  const named = [
    headers.limit,
    headers.remaining,
    headers.reset,
    headers.retryAfter && `Retry-After (${headers.retryAfter})`,
  ].filter(Boolean);
  return [
    `${sentence(api.purpose)} Document ${api.source.document}, API ${api.source.letter}; version ${api.version}.`,
    "",
    ...(api.deprecated
      ? [`Version ${api.deprecated.version} is deprecated. ${sentence(api.deprecated.note)}`, ""]
      : []),
    `- Authorization: ${api.auth.exchange ? `a token from \`${api.slug}.${api.auth.exchange}\`` : "an API key"}, sent as \`Authorization: Bearer …\``,
    `- Rate-limit headers: ${named.length > 0 ? named.map((name) => `\`${name}\``).join(", ") : "not shown"}`,
    ...tiers.map((tier) => `- ${tier.name}: ${tierWords(tier)}`),
    `- Error body: ${api.faults.documented ? "documented" : "not shown"}`,
    ...(api.signature
      ? [
          `- Webhook signature: header \`${api.signature.header}\`, ${api.signature.algorithm ?? "algorithm not shown"}`,
        ]
      : []),
    ...(api.oauth
      ? [
          `- OAuth 2.0 authorization-code flow, scopes ${api.oauth.scopes.map((scope) => `\`${scope}\``).join(", ")}`,
        ]
      : []),
    "",
    ...(Object.keys(api.statuses).length > 0
      ? [
          "| Status | Meaning |",
          "|---|---|",
          ...Object.entries(api.statuses).map(([status, meaning]) => `| ${status} | ${meaning} |`),
          "",
        ]
      : []),
    ...notShown(api.notShown),
    ...paragraph(choicesInWords(choicesOfApi(api))),
  ];
}

function tierWords(tier: Api["rateLimit"]["tiers"][number]): string {
  const words = [
    tier.perMinute !== undefined && `${tier.perMinute.toLocaleString("en")} requests a minute`,
    tier.perDay !== undefined && `${tier.perDay.toLocaleString("en")} a day`,
    tier.note,
  ].filter(Boolean);
  return words.join(", ");
}

function operationFacts(operation: NamedOperation): string[] {
  const route = documentedRoute(operation);
  const shown = route
    ? `\`${route.method} {base_url}${route.path}\``
    : `${operation.method ? `\`${operation.method}\`, path` : "Method and path"} not shown`;
  return [
    `${operation.title}. ${operation.description ?? ""}`.trim(),
    "",
    `- Route: ${shown}`,
    `- Success: ${operation.status ?? "status not shown"}${operation.reply ? "" : ", response body not shown"}`,
    ...(operation.paging ? [`- Paging: ${operation.paging.style}`] : []),
    "",
    ...Object.entries(operation.request).flatMap(([part, schema]) => [
      partTitles[part] ?? part,
      "",
      ...fieldTable(toJsonSchema(schema)),
    ]),
    ...notShown(operation.notShown),
    ...paragraph(choicesInWords(choicesOfOperation(operation))),
  ];
}

const paragraph = (text: string): string[] => (text === "" ? [] : [text, ""]);

const partTitles: Record<string, string> = {
  path: "**Path parameters**",
  query: "**Query**",
  headers: "**Headers**",
  body: "**Body**",
};

function notShown(what: readonly string[] | undefined): string[] {
  return what && what.length > 0 ? [`Not shown: ${what.join("; ")}.`, ""] : [];
}

function fieldTable(schema: JsonSchema): string[] {
  const fields = fieldRows(schema, "");
  if (fields.length === 0) return ["Fields are not shown: any are accepted.", ""];
  return ["| Field | Type | Required | Facts |", "|---|---|---|---|", ...fields, ""];
}

function fieldRows(schema: JsonSchema, prefix: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const open = field["x-not-shown"] ?? [];
    const required = schema.required?.includes(name)
      ? "yes"
      : open.includes("required or optional")
        ? "not shown"
        : "no";
    const words = [
      ...saidOf(field),
      ...open.filter((each) => !impliedElsewhere.has(each)).map((each) => `${each} not shown`),
    ];
    const row = `| \`${prefix}${name}\` | ${typeName(field)} | ${required} | ${words.filter(Boolean).join("; ").replaceAll("|", "\\|")} |`;
    const items = typeof field.items === "object" ? field.items : undefined;
    return [
      row,
      ...fieldRows(field, `${prefix}${name}.`),
      ...(items ? fieldRows(items, `${prefix}${name}[].`) : []),
    ];
  });
}

/** Said by the columns beside. */
const impliedElsewhere = new Set(["required or optional", "other values"]);
