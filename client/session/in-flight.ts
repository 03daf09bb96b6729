/** What is being done to records right now. Without vscode. */
import type { Api, Sendable } from "../../shared/api.ts";

const words = { read: "Reading…", write: "Changing…", delete: "Deleting…" } as const;

export class InFlight {
  readonly #marks = new Map<string, string>();
  readonly #changed: (operation: Sendable) => void;

  /** `changed` is called when the marks of an operation's records are different. */
  constructor(changed: (operation: Sendable) => void) {
    this.#changed = changed;
  }

  /** What is being done to the record, for people: "Deleting…". */
  wordsFor(api: Api, resource: string | undefined, id: string): string | undefined {
    return this.#marks.get(nameOf(api, resource, id));
  }

  /** Marks the record until the result is disposed. */
  mark(operation: Sendable, id: string | undefined): { dispose(): void } {
    if (id === undefined) return { dispose() {} };
    const name = nameOf(operation.api, operation.resource, id);
    this.#marks.set(name, words[operation.effect]);
    this.#changed(operation);
    return {
      dispose: () => {
        this.#marks.delete(name);
        this.#changed(operation);
      },
    };
  }
}

const nameOf = ({ slug }: Api, resource: string | undefined, id: string) => `${slug} ${resource} ${id}`;
