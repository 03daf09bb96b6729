/** The seam of an edit: the children behind it, as they were before. */
import { type Child, childByIndex, flag, indexAt, isContainer, type Located, type Node } from "./node.ts";
import type { Seam } from "./seam.ts";

/** The children of a container after the edit, as they were: reading meets them again. */
export class OldChildren implements Seam {
  /** Where in the new text the text begins that is read. */
  origin = 0;
  index: number;
  current: Child | undefined;
  readonly #container: Located;
  readonly #end: number;
  readonly #grown: number;
  readonly #begin: number;

  constructor(container: Located, end: number, grown: number) {
    this.#container = container;
    this.#end = end;
    this.#grown = grown;
    this.#begin = indexAt(container, end);
    this.index = this.#begin;
    this.current = childByIndex(container, this.index);
  }

  rewind(): void {
    this.index = this.#begin;
    this.current = childByIndex(this.#container, this.index);
  }

  meets(position: number, last: Node): boolean {
    const place = this.origin + position - this.#grown;
    if (place < this.#end) return false;
    while (this.current !== undefined && endOf(this.current) < place) this.#next();
    if (this.current === undefined || endOf(this.current) !== place) return false;
    const { node } = this.current;
    // All that is asked of the child before when what follows it is read.
    return (
      (node.kind === "missing") === (last.kind === "missing") &&
      (node.kind === "string") === (last.kind === "string") &&
      (node.flags & flag.open) === (last.flags & flag.open) &&
      (node.key === undefined) === (last.key === undefined)
    );
  }

  nodeAt(position: number): Node | undefined {
    const place = this.origin + position - this.#grown;
    if (place < this.#end) return undefined;
    while (this.current !== undefined && endOf(this.current) <= place) this.#next();
    return this.current?.start === place && isClosed(this.current.node) ? this.current.node : undefined;
  }

  #next(): void {
    this.current = childByIndex(this.#container, ++this.index);
  }
}

const endOf = ({ node, start }: Located) => start + node.width;
const isClosed = (node: Node) => isContainer(node) && (node.flags & flag.open) === 0;
