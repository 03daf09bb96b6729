import { Refusal } from "./plain-request.ts";

/** A command as its shell takes it apart. Nothing of it is ever run. */
export interface CommandLine {
  /** The program and what is handed to it. Variables stand in it as `{{secret:NAME}}`. */
  words: string[];
  /** What is piped into it, where that is written out. */
  input?: string;
  /** What stands beside the command and was left out. */
  leftOut: string[];
  /** What only says where output goes and input comes from, without the files' names. */
  redirections: string[];
}

/**
 * Blanks between words. A shell separates words by spaces and tabs alone; what is copied from a web page has other blanks,
 * which the person takes for spaces.
 */
export const blanks = /[^\S\r\n]+/y;

/** The words of a command while they are read. */
export class Words {
  readonly words: string[] = [];
  readonly redirections: string[] = [];
  #open: string | undefined;
  #isTarget = false;

  /** Adds to the word that is open; an empty text opens one, as `''` does. */
  add(text: string): void {
    this.#open = (this.#open ?? "") + text;
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  end(): void {
    if (this.#open === undefined) return;
    if (!this.#isTarget) this.words.push(this.#open);
    this.#isTarget = false;
    this.#open = undefined;
  }

  /** The next word names a file, unless the sign says all: `2>&1`. Neither is handed to the program. */
  redirect(sign: string): void {
    this.end();
    this.redirections.push(sign);
    this.#isTarget = !/&[\d-]+$/.test(sign);
  }
}

/** What documents write where a value belongs: a shell would take it for a redirection. */
export const gap = /<[A-Za-z](?:[\w -]*\w)?>/y;
export const unfilled = (found: string) =>
  new Refusal(`${found} stands for a value. Write the value in its place, or the whole in quotes.`);

/** What follows a command on its line, as a phrase. Values in it may be secret: it is shown as far as the first. */
export function following(text: string): string[] {
  const rest = text.trim();
  const [shown = ""] = /^[^='"$]{0,40}/.exec(rest) ?? [];
  return rest === "" ? [] : [`what follows the command: ${shown.trim()}${shown === rest ? "" : " …"}`];
}
