/**
 * Tells VS Code that a tree has changed, until it has asked for what is new. Its window loses a change that comes while
 * it takes in an answer, or answers itself from what it knew: then lists stay without rows.
 */
import * as vscode from "vscode";
import type { ListNode, TreeNode } from "./node.ts";

/** In milliseconds: by then an answer has long reached VS Code's window. */
const settling = 100;
/** In milliseconds: by then VS Code has long asked for what it shows. */
const patience = 1500;
const tries = 3;

export class Announcements implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<TreeNode | undefined>();
  #view: vscode.TreeView<TreeNode> | undefined;
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

  readonly onDidChange = this.#changed.event;

  /** Before that nothing is told twice. */
  watch(view: vscode.TreeView<TreeNode>): vscode.Disposable {
    this.#view = view;
    const toggled = (open: boolean) => (event: vscode.TreeViewExpansionEvent<TreeNode>) => {
      if (event.element.kind === "list") this.#toggled.set(event.element.id, open);
    };
    return vscode.Disposable.from(
      view.onDidExpandElement(toggled(true)),
      view.onDidCollapseElement(toggled(false)),
      view.onDidChangeVisibility(() => this.#checkSoon()),
    );
  }

  /** Of a node, or of the whole tree. */
  announce(node: TreeNode | undefined): void {
    if (!node) {
      this.#isHeard = false;
      this.#triesLeft = tries;
      this.#checkSoon();
    }
    this.#fire(node);
  }

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
    this.#checkSoon();
  }

  #fire(node: TreeNode | undefined): void {
    const wait = this.#answeredAt + settling - Date.now();
    if (wait <= 0) this.#changed.fire(node);
    else setTimeout(() => this.#fire(node), wait);
  }

  #checkSoon(): void {
    clearTimeout(this.#check);
    this.#check = setTimeout(() => {
      if (!this.#view?.visible || !this.#isMissed || this.#triesLeft-- === 0) return;
      this.#fire(undefined);
      this.#checkSoon();
    }, patience);
  }

  get #isMissed(): boolean {
    const isOpen = ({ id, open }: ListNode) => this.#toggled.get(id) ?? open;
    return !this.#isHeard || this.#lists.some((list) => isOpen(list) && !this.#asked.has(list.id));
  }

  dispose(): void {
    clearTimeout(this.#check);
    this.#changed.dispose();
  }
}
