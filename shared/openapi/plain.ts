/** Texts of a description, which anybody may have written. */
import { markdownText, plainText, unlinked } from "../plain-text.ts";

/** In one line, without the links that VS Code makes of some texts. */
export const plain = (text: string, length = 1000): string => unlinked(plainText(text, length));

/** As Markdown in which nothing has an effect: no link, no picture. */
export const markdown = (text: string, length = 1000): string => markdownText(text, length);
