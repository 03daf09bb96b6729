/** The code units of a text, which are quicker to go through than the text itself. */

/** Room for texts up to this length is kept. */
const keptLength = 1024 * 1024;

let kept = new Uint16Array(8192);

/** With a zero behind the last, and what there was before behind that. They hold until those of another text are taken. */
export function unitsOf(text: string): Uint16Array {
  const length = text.length + 1;
  let units = kept;
  if (length > units.length) {
    // More than is needed now, as the next text is perhaps a little longer.
    units = new Uint16Array(length <= keptLength ? Math.min(keptLength, length * 2) : length);
    if (length <= keptLength) kept = units;
  }
  Buffer.from(units.buffer).write(text, "utf16le");
  units[text.length] = 0;
  return units;
}
