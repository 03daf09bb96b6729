/** Which records of the APIs the values of a file identify. */
import type { LiveRecord } from "../../shared/protocol.ts";
import { nameOf, type Resource } from "../knowledge/records.ts";
import { annotation, schemasAt } from "../schema/describe.ts";
import { locate, type Location } from "../syntax/locate.ts";
import type { Step } from "../syntax/path.ts";
import {
  type AnnotatedValue,
  annotatedIn,
  annotatedValues,
  describedBy,
  openParameter,
} from "./annotated.ts";
import { apiOf, entryAt } from "./entries.ts";
import { entrySearch } from "./entry-search.ts";
import type { OpenFile } from "./open-file.ts";
import { placeholderPlace } from "./placeholders.ts";

/** The resource that the value at a path identifies a record of; `offset` is in the same request or payload. */
export function resourceAtPath(file: OpenFile, path: readonly Step[], offset: number): Resource | undefined {
  if (!file.schema) return undefined;
  const entry = entryAt(file, offset);
  const open = path.at(-2) === "path" && path.length <= 3 ? openParameter(file, entry) : undefined;
  const resource =
    open?.name === path.at(-1)
      ? open?.resource
      : annotation(schemasAt(file.tree, file.schema, path), "x-resource");
  const api = apiOf(file, entry);
  return typeof resource === "string" && api !== undefined ? { api, resource } : undefined;
}

/** As `resourceAtPath`, for the value that stands or may be written at an offset. */
export function resourceAt(file: OpenFile, offset: number): Resource | undefined {
  const at = locate(file.tree, offset);
  if (at.expects !== "value" || at.part === "comment") return undefined;
  const isString = at.child?.node.kind === "string";
  if (isString && file.format.kind === "request" && placeholderPlace(file.tree, at.replace, offset))
    return undefined;
  return resourceAtPath(file, valuePath(at), offset);
}

/** Where the value will be: between the items of an array its path leads to the array. */
export const valuePath = (at: Location): readonly Step[] =>
  at.part === "between" && at.child === undefined && at.container?.node.kind === "array"
    ? [...at.path, at.index]
    : at.path;

/** The resources of which a file, or what lies within these offsets of it, names records. */
export const resourcesIn = (file: OpenFile, within?: { start: number; end: number }): readonly Resource[] =>
  file.format.kind === "body" || "parts" in file.format
    ? distinct(annotatedValues(file, "x-resource").flatMap(resourceOf))
    : inEntries(file.tree, file, within);

const inEntries = entrySearch<OpenFile, Resource>({
  dependsOn: describedBy,
  look: (_, entry, file) => distinct(annotatedIn(file, entry, "x-resource").flatMap(resourceOf)),
  moved: (resource) => resource,
  joined: distinct,
});

const resourceOf = ({ annotation: resource, api }: AnnotatedValue): Resource[] =>
  typeof resource === "string" ? [{ api, resource }] : [];

function distinct(resources: readonly Resource[]): readonly Resource[] {
  return [...new Map(resources.map((each) => [nameOf(each), each])).values()];
}

/** The record's name and state, as they stand beside its identifier. */
export const recordWords = ({ name, status }: LiveRecord): string =>
  [name, status].filter((word) => word !== undefined && word !== "").join(" · ");
