/** A command as its shell takes it apart. Nothing of it is ever run. */
export interface CommandLine {
  /** The program and what is handed to it. Variables stand in it as `{{secret:NAME}}`. */
  words: string[];
  /** What is piped into it, where that is written out. */
  input?: string;
  /** What stands beside the command and was left out. */
  leftOut: string[];
}

/**
 * Blanks between words. A shell separates words by spaces and tabs alone; what is copied from a web page has other blanks,
 * which the person takes for spaces.
 */
export const blanks = /[^\S\r\n]+/y;

/** The words of a command while they are read. */
export class Words {
  readonly words: string[] = [];
  #open: string | undefined;

  /** Adds to the word that is open; an empty text opens one, as `''` does. */
  add(text: string): void {
    this.#open = (this.#open ?? "") + text;
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  end(): void {
    if (this.#open !== undefined) this.words.push(this.#open);
    this.#open = undefined;
  }
}

/** What follows a command on its line, as a phrase. Values in it may be secret: it is shown as far as the first. */
export function following(text: string): string[] {
  const rest = text.trim();
  const [shown = ""] = /^[^='"$]{0,40}/.exec(rest) ?? [];
  return rest === "" ? [] : [`what follows the command: ${shown.trim()}${shown === rest ? "" : " …"}`];
}
