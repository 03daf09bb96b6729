/** The request files of a folder in the order in which they are run: that of the command line. Without vscode. */

/** Each with its path below the folder, with slashes. */
export const inOrder = <T extends { path: string }>(files: readonly T[]): T[] =>
  files.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
