/** Numbers of JSON that have no number in JavaScript: `1e400`, or one of twenty digits, would be sent as another. */
import { plainText } from "../plain-text.ts";
import { isRow } from "../traits/values.ts";

/** @param source as JSON writes it */
export function isExact(source: string): boolean {
  if (/^-?\d{1,15}$/.test(source)) return true;
  const value = Number(source);
  return Number.isFinite(value) && decimal(source) === decimal(String(value));
}

/** Whether a whole number in a value that was read may have been another before. */
export function hasUncertain(value: unknown): boolean {
  if (typeof value === "number")
    return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value));
  if (Array.isArray(value)) return value.some(hasUncertain);
  return isRow(value) && Object.values(value).some(hasUncertain);
}

export const notExact = (source: string): string =>
  `${plainText(source, 40)} cannot be kept exactly: write it as a string, or with at most 15 digits.`;

/** The same for all that write one number. */
function decimal(source: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(source) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  // No expression: it would try each run of zeros to its end.
  let end = digits.length;
  while (end > 0 && digits[end - 1] === "0") end--;
  const power = Number(exponent) - fraction.length + (digits.length - end);
  return end === 0 ? "0" : `${sign}${digits.slice(0, end)}e${power}`;
}
