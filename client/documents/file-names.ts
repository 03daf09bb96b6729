/** Identifiers as names of documents. */

/** A slash must not end the segment of a path; VS Code encodes the rest itself. */
export const fileOf = (id: string) => `${id.replaceAll("%", "%25").replaceAll("/", "%2F")}.json`;

export const idIn = (file: string) =>
  file
    .replace(/\.json$/, "")
    .replaceAll("%2F", "/")
    .replaceAll("%25", "%");
