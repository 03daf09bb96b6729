/** Texts that are only looked at: the reply of an operation, those of several, or a record. */
import type { JsonSchema } from "../../shared/catalogue.ts";
import { replyScheme } from "../../shared/protocol.ts";
import { recordAt, recordScheme } from "../../shared/record-address.ts";
import type { CompiledCatalogue } from "../knowledge/compiled-catalogue.ts";
import type { Workspace } from "../knowledge/workspace.ts";

export interface ShownFile {
  kind: "reply" | "record";
  /** The text's one value; or the items of its array, where `isSequence`. */
  parts: readonly ShownPart[];
  isSequence: boolean;
}

/** What the documents show of a part. */
interface ShownPart {
  /** The slug. */
  api?: string;
  /** The id of the operation whose reply it is. */
  operation?: string;
  /** Whether the operation was carried out. */
  succeeded?: boolean;
  schema?: JsonSchema;
}

export const shownKind = (uri: string): ShownFile["kind"] | undefined =>
  uri.startsWith(`${replyScheme}:`) ? "reply" : uri.startsWith(`${recordScheme}:`) ? "record" : undefined;

export function shownFile(
  kind: ShownFile["kind"],
  uri: string,
  catalogue: CompiledCatalogue,
  { replies }: Workspace,
): ShownFile {
  if (kind === "record") return { kind, parts: [recordPart(uri, catalogue)], isSequence: false };
  const parts = (replies.get(uri) ?? []).map(({ operation: id, succeeded }): ShownPart => {
    const operation = catalogue.operation(id);
    const schema = succeeded ? catalogue.reply(id) : undefined;
    return { ...(operation && { api: operation.api }), operation: id, succeeded, ...(schema && { schema }) };
  });
  return { kind, parts, isSequence: parts.length > 1 };
}

/** The schema of the whole text; where nothing of it is documented, one that says nothing. */
export function shownSchema({ parts, isSequence }: ShownFile): JsonSchema {
  if (!isSequence) return parts[0]?.schema ?? anything;
  return { prefixItems: parts.map(({ schema }) => schema ?? anything) };
}

const anything: JsonSchema = {};

function recordPart(uri: string, catalogue: CompiledCatalogue): ShownPart {
  const address = recordOf(uri);
  const { operations } = catalogue.entries;
  const resource = operations.find(
    ({ id, lists }) => lists && id.startsWith(`${address?.api}.${address?.group}.`),
  )?.resource;
  const api = catalogue.api(address?.api ?? "");
  const schema = api?.resources[resource ?? ""]?.record;
  return { ...(api && { api: api.slug }), ...(schema && { schema }) };
}

/** The record whose document is at a URI. */
export function recordOf(uri: string) {
  const parsed = URL.parse(uri);
  if (parsed?.protocol !== `${recordScheme}:`) return undefined;
  return recordAt(parsed.host, decodeURIComponent(parsed.pathname));
}
