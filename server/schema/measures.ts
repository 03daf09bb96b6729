/** Whether a number is a multiple, as far as binary fractions can tell. */
export function isMultiple(value: number, of: number): boolean {
  if (of <= 0) return true;
  const quotient = value / of;
  if (!Number.isFinite(quotient)) return value % of === 0;
  // Decimals such as 19.99 of 0.01 are no exact multiples in binary.
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * 1e-12;
}

/** The length of a text as JSON Schema counts it. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i + 1 < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c < 0xd800 || c > 0xdbff) continue;
    const low = text.charCodeAt(i + 1);
    if (low >= 0xdc00 && low <= 0xdfff) {
      count--;
      i++;
    }
  }
  return count;
}
