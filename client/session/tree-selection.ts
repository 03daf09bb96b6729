/**
 * What is selected in a tree, also while it is read again: until it has been, VS Code knows of nothing selected.
 * Without vscode.
 */

/** What it needs of a `TreeView`. */
interface SelectingView<Node> {
  readonly selection: readonly Node[];
  onDidChangeSelection(listener: (event: { selection: readonly Node[] }) => void): { dispose(): void };
}

export class TreeSelection<Node> {
  readonly #view: SelectingView<Node>;
  readonly #listener: { dispose(): void };
  #last: readonly Node[] = [];

  constructor(view: SelectingView<Node>) {
    this.#view = view;
    this.#listener = view.onDidChangeSelection(({ selection }) => {
      this.#last = selection;
    });
  }

  get nodes(): readonly Node[] {
    const { selection } = this.#view;
    return selection.length > 0 ? selection : this.#last;
  }

  dispose(): void {
    this.#listener.dispose();
  }
}
