import { fileURLToPath } from "node:url";

/** The path of a URI. A file that is not saved yet lies where it will be. */
export function pathOf(uri: string): string | undefined {
  if (!/^(file|untitled):\//.test(uri)) return undefined;
  try {
    return fileURLToPath(uri.replace(/^untitled:\/(?!\/)/, "file:///").replace(/^untitled:/, "file:"));
  } catch {
    return undefined; // Of another machine, or not a path here.
  }
}
