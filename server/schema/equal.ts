/** A text that two JSON values share exactly when they are equal: the order of members is of no account. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(
      ([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`,
    );
    return `{${members.sort().join(",")}}`;
  }
  return value === 0 ? "0" : JSON.stringify(value);
}

export const deepEqual = (a: unknown, b: unknown) => canonical(a) === canonical(b);
