/**
 * Tells VS Code that a tree has changed, until it has asked for what is new. Its window loses a change that comes while
 * it takes in an answer, or answers itself from what it knew: then lists stay without rows. Without vscode.
 */
import type { ListNode, TreeNode } from "../records/node.ts";

export interface Audience {
  /** Tells VS Code that the node, or the whole tree, has changed. */
  tell(node: TreeNode | undefined): void;
  /** Whether VS Code shows the tree now. */
  isLooking(): boolean;
}

/** Milliseconds after which an answer has long reached VS Code's window. */
const settling = 100;
/** Milliseconds after which VS Code has long asked for what it shows. */
const patience = 1500;
const tries = 3;

export class Announcements {
  readonly #audience: Audience;
  /** When VS Code was last told of children, in milliseconds. */
  #answeredAt = 0;
  /** Whether VS Code has asked for the tree since it was told of a change. */
  #isHeard = true;
  /** The lists that VS Code was told of last, and those of them that it has asked for since. */
  #lists: readonly ListNode[] = [];
  readonly #asked = new Set<string>();
  /** Whether a list is open, where that is not as it was at first, by the list's id. */
  readonly #toggled = new Map<string, boolean>();
  #triesLeft = tries;
  #check: NodeJS.Timeout | undefined;

  constructor(audience: Audience) {
    this.#audience = audience;
  }

  /** Tells of a change of a node, or of the whole tree. */
  announce(node: TreeNode | undefined): void {
    if (!node) {
      this.#isHeard = false;
      this.#triesLeft = tries;
      this.checkSoon();
    }
    this.#tell(node);
  }

  /** VS Code has asked for the children of the node, or for the roots. */
  asked(node: TreeNode | undefined): void {
    if (node?.kind === "list") this.#asked.add(node.id);
    if (node) return;
    this.#isHeard = true;
    this.#lists = [];
  }

  answered(node: TreeNode | undefined, children: readonly TreeNode[]): void {
    this.#answeredAt = Date.now();
    if (node) return;
    this.#lists = children.filter((child) => child.kind === "list");
    this.#asked.clear();
    // What is gone comes back as it was at first.
    if (children.length === 0) this.#toggled.clear();
    this.checkSoon();
  }

  /** The person has opened or closed the node. */
  toggled(node: TreeNode, { open }: { open: boolean }): void {
    if (node.kind === "list") this.#toggled.set(node.id, open);
  }

  /** Whether the list's rows are shown below its title. */
  isOpen({ id, open }: ListNode): boolean {
    return this.#toggled.get(id) ?? open;
  }

  /** Whether VS Code has asked for all that it shows is seen to in a while; also called when it begins to show the tree. */
  checkSoon(): void {
    clearTimeout(this.#check);
    this.#check = setTimeout(() => {
      if (!this.#audience.isLooking() || !this.#isMissed || this.#triesLeft-- <= 0) return;
      this.#tell(undefined);
      this.checkSoon();
    }, patience);
  }

  #tell(node: TreeNode | undefined): void {
    const wait = this.#answeredAt + settling - Date.now();
    if (wait <= 0) this.#audience.tell(node);
    else setTimeout(() => this.#tell(node), wait);
  }

  get #isMissed(): boolean {
    return !this.#isHeard || this.#lists.some((list) => this.isOpen(list) && !this.#asked.has(list.id));
  }

  dispose(): void {
    clearTimeout(this.#check);
  }
}
