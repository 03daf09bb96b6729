/** What schemas have found in a text, and what each has found in a subtree before: that is not looked for again. */
import { isContainer, type Node, type Run } from "../syntax/node.ts";
import type { Text } from "../syntax/text.ts";
import type { DiagnosticCode, FindingData, Severity } from "./finding.ts";
import type { Schema } from "./schema.ts";

/** A finding on its way. Without a severity it is an unknown property. */
export interface Found {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly severity: Severity | undefined;
  readonly data: FindingData | undefined;
}

/** What a schema said of a subtree: findings relative to it, and what it said to other schemas. */
interface Memory {
  readonly schema: Schema;
  readonly found: readonly Found[];
  readonly next: Memory | undefined;
}

/** Each finding once, by however many ways its schema was reached: what is remembered does not tell of its ways. */
export function eachOnce(found: readonly Found[]): readonly Found[] {
  if (found.length < 2) return found;
  const seen = new Set<string>();
  return found.filter(
    ({ code, message, start, end, severity }) =>
      seen.size < seen.add(`${start} ${end} ${severity} ${code} ${message}`).size,
  );
}

/** A scalar is marked whole; of a container the opening bracket, else whole pages turn red. */
export const markWidth = (node: Node) => (isContainer(node) ? 1 : node.width);

export const nothing: readonly Found[] = [];

/** With and without placeholders a subtree is judged differently. */
const memories = [new WeakMap<Node | Run, Memory>(), new WeakMap<Node | Run, Memory>()] as const;

/** Shorter containers are quicker checked again than remembered. */
const worthRemembering = 2048;

export abstract class Remembering {
  found: Found[] = [];
  protected readonly text: Text;
  /** Whether `{{…}}` in a string stands for a value that is not known yet. */
  protected readonly placeholders: boolean;
  protected readonly mode: 0 | 1;
  /** How many branches are being tried. */
  protected trials = 0;
  /** More findings than that are not looked for. */
  protected readonly limit: number;
  /** Whether the work was given up somewhere: what is found from then on is not all there is. */
  protected spent = false;
  readonly #memory: WeakMap<Node | Run, Memory>;

  constructor(text: Text, { placeholders, limit }: { placeholders: boolean; limit: number }) {
    this.text = text;
    this.placeholders = placeholders;
    this.mode = placeholders ? 1 : 0;
    this.limit = limit;
    this.#memory = memories[this.mode];
  }

  protected get isEnough(): boolean {
    return this.found.length >= this.limit;
  }

  /** What is tried repeatedly is remembered whatever its length. */
  protected isWorthRemembering(node: Node): boolean {
    return node.width > worthRemembering || this.trials > 0;
  }

  protected recalled(schema: Schema, subtree: Node | Run, start: number): boolean {
    for (let memory = this.#memory.get(subtree); memory !== undefined; memory = memory.next) {
      if (memory.schema !== schema) continue;
      for (const found of memory.found) this.found.push(shifted(found, start));
      return true;
    }
    return false;
  }

  /** Marks a subtree in which nothing was found since `before`: it is passed over from now on. */
  protected mark(schema: Schema, subtree: Node | Run, before: number): void {
    if (this.found.length === before && !this.isEnough && !this.spent) subtree.mark = schema.marks[this.mode];
  }

  /** As `mark`, and keeps what was found: looking again would cost more. */
  protected remember(schema: Schema, subtree: Node | Run, start: number, before: number): void {
    // Not all has been looked at.
    if (this.isEnough || this.spent) return;
    this.mark(schema, subtree, before);
    const clean = this.found.length === before;
    if (clean && this.trials === 0) return;
    const found = clean ? nothing : this.found.slice(before).map((one) => shifted(one, -start));
    this.#memory.set(subtree, { schema, found, next: this.#memory.get(subtree) });
  }

  /** What is found while something is looked at, kept apart. */
  protected apart(look: () => void): readonly Found[] {
    const kept = this.found;
    this.found = [];
    this.trials++;
    look();
    this.trials--;
    const found = this.found;
    this.found = kept;
    return found;
  }

  protected add(
    code: DiagnosticCode,
    message: string,
    start: number,
    width: number,
    data?: FindingData,
    severity: Severity | undefined = "error",
  ): void {
    if (!this.isEnough) this.found.push({ code, message, start, end: start + width, severity, data });
  }
}

function shifted(found: Found, by: number): Found {
  return { ...found, start: found.start + by, end: found.end + by };
}
