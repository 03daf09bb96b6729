/** `{{secret:NAME}}` in a text that is to become a variable of a shell or of a program. */

/** A text in parts: what is written, and the names of variables. */
export type Part = { text: string } | { variable: string };

const secret = /\{\{\s*secret:([^{}]*)\}\}/;

export function partsOf(text: string): Part[] {
  return text
    .split(secret)
    .map((part, index) => (index % 2 === 1 ? { variable: variableName(part) } : { text: part }))
    .filter((part) => "variable" in part || part.text !== "");
}

/** Shells know letters, digits and underscores. */
const variableName = (name: string) =>
  name
    .trim()
    .replace(/\W/g, "_")
    .replace(/^(?=\d)/, "_");

/** A variable of a shell has no value here: the keychain is asked for one of its name. */
export const asSecret = (variable: string): string => `{{secret:${variable}}}`;
