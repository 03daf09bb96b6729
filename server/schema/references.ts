/** What `$ref` and other pointers lead to within a document. */
import { isObject, isSchema, type Source } from "./keywords.ts";
import type { JsonSchema } from "./schema.ts";

/** A part of a document, and where it stands. */
export interface Target {
  source: JsonSchema;
  pointer: string;
}

export class References {
  readonly #document: JsonSchema;
  /** Looked for when the first reference names one. */
  #anchors: ReadonlyMap<string, Target> | undefined;

  constructor(document: JsonSchema) {
    this.#document = document;
  }

  resolve(reference: string): Target | undefined {
    if (/^#[^/]/.test(reference)) {
      this.#anchors ??= this.#findAnchors();
      return this.#anchors.get(reference);
    }
    const [, path] = /^#(\/.*)?$/s.exec(reference) ?? [];
    if (path === undefined) return reference === "#" ? { source: this.#document, pointer: "#" } : undefined;
    let at: unknown = this.#document;
    for (const part of path.slice(1).split("/")) {
      const name = decodePart(part);
      if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined;
      at = (at as Source)[name];
    }
    return isSchema(at) ? { source: at, pointer: reference } : undefined;
  }

  #findAnchors(): ReadonlyMap<string, Target> {
    const anchors = new Map<string, Target>();
    const rest: { value: unknown; pointer: string }[] = [{ value: this.#document, pointer: "#" }];
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
      const { value, pointer } = next;
      if (typeof value !== "object" || value === null) continue;
      if (isObject(value) && typeof value.$anchor === "string") {
        anchors.set(`#${value.$anchor}`, { source: value, pointer });
      }
      for (const [name, inner] of Object.entries(value)) {
        if (name !== "enum" && name !== "const" && name !== "examples" && name !== "default") {
          rest.push({ value: inner, pointer: `${pointer}/${escapePointer(name)}` });
        }
      }
    }
    return anchors;
  }
}

export const escapePointer = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");

export function decodePart(part: string): string {
  let text = part;
  try {
    text = decodeURIComponent(part);
  } catch {
    // A percent sign that stands for itself.
  }
  return text.replaceAll("~1", "/").replaceAll("~0", "~");
}
