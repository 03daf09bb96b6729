import type { Node, Run } from "../syntax/node.ts";
import type { ObjectRules } from "./schema.ts";

/** Which required names have occurred. */
export class Seen {
  #mask = 0;
  #left: number;
  readonly #more: Set<number> | undefined;

  constructor(count: number) {
    this.#left = count;
    this.#more = count > 31 ? new Set() : undefined;
  }

  get complete(): boolean {
    return this.#left === 0;
  }

  has(index: number): boolean {
    return this.#more === undefined ? (this.#mask & (1 << index)) !== 0 : this.#more.has(index);
  }

  add(index: number): void {
    if (this.has(index)) return;
    this.#left--;
    if (this.#more === undefined) this.#mask |= 1 << index;
    else this.#more.add(index);
  }
}

/** Notes the required names among members. */
export function noteRequired(rules: ObjectRules, parts: readonly (Node | Run)[], seen: Seen): void {
  for (const part of parts) {
    if (part.kind === "run") noteRequired(rules, part.content, seen);
    else if (part.key !== undefined) {
      const required = rules.properties.get(part.key.name)?.required ?? -1;
      if (required >= 0) seen.add(required);
    }
    if (seen.complete) return;
  }
}
