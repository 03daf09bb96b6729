/** The types of JSON Schema. */

/** A number without a fraction is an `integer`. */
export const jsonType = (value: unknown): string =>
  value === null
    ? "null"
    : Array.isArray(value)
      ? "array"
      : Number.isInteger(value)
        ? "integer"
        : typeof value;

/** Whether it is of one of the types; of any where none is named. */
export function isOfType(value: unknown, type: string | readonly string[] | undefined): boolean {
  if (type === undefined) return true;
  const found = jsonType(value);
  const isOne = (each: string) => each === found || (each === "number" && found === "integer");
  return typeof type === "string" ? isOne(type) : type.some(isOne);
}
