/** Answers of sign-ins that the browser hands to the editor itself, by an address of the editor's own scheme. */
import type { Redirect } from "../../shared/oauth/loopback.ts";

export class EditorRedirect {
  readonly #uri: string;
  #waiting: ((answer: URL) => void) | undefined;

  /** `uri` as the editor is known to the system: `vscode://publisher.name/path`. */
  constructor(uri: string) {
    this.#uri = uri;
  }

  open(): Redirect {
    const { promise, resolve } = Promise.withResolvers<URL>();
    this.#waiting = resolve;
    return {
      uri: this.#uri,
      answer: promise,
      close: () => {
        if (this.#waiting === resolve) this.#waiting = undefined;
      },
    };
  }

  /** Whether a sign-in waits for the answer. It gets this one alone. */
  take(answer: URL): boolean {
    const waiting = this.#waiting;
    if (!waiting || answer.pathname !== new URL(this.#uri).pathname) return false;
    this.#waiting = undefined;
    waiting(answer);
    return true;
  }
}
