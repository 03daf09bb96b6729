/** What replies had at a place that the documents do not show: said and offered as seen, and never judged by. */
import { markdownCode, markdownText } from "../../shared/plain-text.ts";
import { listedValues } from "../../shared/requests/drift.ts";
import { apiOf, entryAt, operationOf } from "../files/entries.ts";
import type { OpenFile } from "../files/open-file.ts";
import { keyOf, type Sighting, sightingsOf } from "../knowledge/seen.ts";
import { propertiesOf } from "../schema/describe.ts";
import type { Schema } from "../schema/schema.ts";
import type { Step } from "../syntax/path.ts";
import { isExpectedStatus } from "./hover-value.ts";

/** Values of the list that is documented for a field, or statuses where a request expects one. `offset` is in the entry. */
export function seenValues(
  file: OpenFile,
  path: readonly Step[],
  offset: number,
  schemas: readonly Schema[],
): readonly Sighting[] {
  const { api, sightings } = sightingsIn(file, offset);
  if (api === undefined || sightings.size === 0) return [];
  if (isExpectedStatus(file, path)) return sightings.get(keyOf.status(api)) ?? [];
  const field = path.findLast((step) => typeof step === "string") ?? "";
  return distinct(
    schemas.flatMap(({ source }) => {
      const values = typeof source === "object" ? listedValues(source) : undefined;
      return values ? (sightings.get(keyOf.value(api, field, values)) ?? []) : [];
    }),
  );
}

/** Fields of an object beside those that are documented for it. In the body of a request also those of the record. */
export function seenFields(file: OpenFile, path: readonly Step[], offset: number): readonly Sighting[] {
  const { schema, catalogue } = file;
  const { api, sightings } = sightingsIn(file, offset);
  if (!schema || api === undefined || sightings.size === 0) return [];
  const documented = propertiesOf(file.tree, schema, path).map(({ name }) => name);
  const operation = isBody(file, path) ? operationOf(file, entryAt(file, offset)) : undefined;
  const record = catalogue.api(api)?.resources[operation?.resource ?? ""]?.record;
  // Matchers stand among the fields that are expected.
  const kinds = [documented.filter((name) => !name.startsWith("$")), Object.keys(record?.properties ?? {})];
  return distinct(
    kinds.flatMap((names) => (names.length > 0 ? (sightings.get(keyOf.field(api, names)) ?? []) : [])),
  ).filter(({ seen }) => !documented.includes(seen));
}

function sightingsIn(file: OpenFile, offset: number) {
  const { seen, settings } = file.workspace;
  return {
    api: apiOf(file, entryAt(file, offset)),
    sightings: sightingsOf(seen, settings.environment, file.catalogue),
  };
}

/** Whether a path leads to the body of a request. */
const isBody = ({ format }: OpenFile, path: readonly Step[]): boolean =>
  format.kind === "body"
    ? path.length === 0
    : format.kind === "request" && path.at(-1) === "body" && typeof (path.at(-2) ?? 0) === "number";

const distinct = (sightings: readonly Sighting[]) => [
  ...new Map(sightings.map((each) => [each.seen, each])).values(),
];

/** Beside what is offered. */
export const seenNote = "seen, not documented";

/** As Markdown, of one. */
export const sightingWords = ({ operation, environment, last }: Sighting): string =>
  `Seen in replies of ${markdownCode(operation)} in the environment ${markdownText(environment)}, last on ${markdownText(last)}. The documents do not show it.`;

/** As Markdown, of all that was seen in place of documented values. Undefined where nothing was. */
export function seenWords(sightings: readonly Sighting[]): string | undefined {
  if (sightings.length === 0) return undefined;
  const named = sightings
    .toSorted((a, b) => b.last.localeCompare(a.last))
    .slice(0, mostNamed)
    .map(({ seen, last }) => `${markdownCode(seen)} (last on ${markdownText(last)})`);
  const rest = sightings.length - named.length;
  return `Seen in replies, not documented: ${named.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}.`;
}

const mostNamed = 10;
