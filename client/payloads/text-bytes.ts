/** The bytes of a text that an editor shows. Without vscode. */

/**
 * Those of its file where the text is what they say: an editor leaves out a byte order mark and evens out the ends of
 * lines, and a signature counts each byte.
 *
 * @param file what the file holds; undefined where the text was not saved
 */
export function bytesOfText(text: string, file: Uint8Array | undefined): Uint8Array {
  return file && evened(new TextDecoder().decode(file)) === evened(text) ? file : Buffer.from(text);
}

/** What is no UTF-8 is shown as one such mark or as several. */
const evened = (text: string) =>
  text
    .replace(/^\uFEFF/, "")
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/\uFFFD+/g, "\uFFFD");
