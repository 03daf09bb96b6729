/** Where the read-only document of a record is: `switchboard://<environment>/<api>/<group of the list>/<id>.json`. */

export const recordScheme = "switchboard";

export interface RecordAddress {
  environment: string;
  /** The API's slug. */
  api: string;
  /** The middle segment of the id of the operation that lists such records. */
  group: string;
  id: string;
}

/** As text that a URI is parsed from. */
export const recordUri = ({ environment, api, group, id }: RecordAddress): string =>
  `${recordScheme}://${environment}/${api}/${group}/${encodeURIComponent(fileOf(id))}`;

/** @param path of the URI, decoded; the authority is the environment, which VS Code writes in small letters */
export function recordAt(environment: string, path: string): RecordAddress {
  const [, api = "", group = "", file = ""] = path.split("/");
  return { environment, api, group, id: idIn(file) };
}

/** A slash must not end the segment of a path; VS Code encodes the rest itself. */
export const fileOf = (id: string) => `${id.replaceAll("%", "%25").replaceAll("/", "%2F")}.json`;

export const idIn = (file: string) =>
  file
    .replace(/\.json$/, "")
    .replaceAll("%2F", "/")
    .replaceAll("%25", "%");
