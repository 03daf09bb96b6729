import type { Fault, Node } from "./node.ts";

/** How what is read anew after an edit is joined to what was there. All places are in the text that is read. */
export interface Seam {
  /** Whether after `last`, which ends at `end`, everything is as it was. */
  meets(end: number, last: Node): boolean;
  /** The container that was read at a place before, when it is as it was. */
  nodeAt(position: number): Node | undefined;
}

/** From where a container is read on, and what is around it. */
export interface ReadOn {
  readonly kind: "object" | "array";
  /** How many containers are around this one. */
  readonly objects: number;
  readonly arrays: number;
  /** The child before; none at the container's begin. */
  readonly last: Node | undefined;
  /** Where that child ends. */
  readonly extent: number;
  readonly seam: Seam;
}

/** The children that were read, and how reading them ended. */
export interface ReadChildren {
  readonly children: readonly Node[];
  readonly ended: "seam" | "closed" | "open";
  readonly end: number;
  /** Faults after the last child. */
  readonly tail: readonly Fault[];
  /** Whether a name has occurred twice among these. */
  readonly repeated: boolean;
}
