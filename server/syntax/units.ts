/** The code units of a text, which are quicker to go through than the text itself. */

/** Room for texts up to this length is kept. */
const keptLength = 1024 * 1024;

let kept = new Uint16Array(8192);
/** The same memory: what writes a text into it. */
let keptBytes = Buffer.from(kept.buffer);

/** With a zero behind the last, and what there was before behind that. They hold until those of another text are taken. */
export function unitsOf(text: string): Uint16Array {
  const length = text.length + 1;
  if (length > keptLength) {
    const units = new Uint16Array(length);
    Buffer.from(units.buffer).write(text, "utf16le");
    return units;
  }
  if (length > kept.length) {
    // More than is needed now, as the next text is perhaps a little longer.
    kept = new Uint16Array(Math.min(keptLength, length * 2));
    keptBytes = Buffer.from(kept.buffer);
  }
  keptBytes.write(text, "utf16le");
  kept[text.length] = 0;
  return kept;
}
