/** Texts of a description, which anybody may have written. */
import { markdownText, plainText, unlinked } from "../plain-text.ts";

/** The text in one line, without the links that VS Code makes of some texts. */
export const plain = (text: string, length = 1000): string => unlinked(plainText(text, length));

/** The text as Markdown in which nothing has an effect: no link, no picture. */
export const markdown = (text: string, length = 1000): string => markdownText(text, length);
