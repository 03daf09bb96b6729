const simple: Record<string, string> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/**
 * The text that a string stands for, from the string as written with its opening quote, and its closing one when it is
 * `closed`. Wrong escapes stand for themselves.
 */
export function decode(raw: string, { closed }: { closed: boolean }): string {
  const inner = raw.slice(1, closed ? -1 : undefined);
  if (!inner.includes("\\")) return inner;
  return inner.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_, hex: string | undefined, char: string) =>
    hex !== undefined ? String.fromCharCode(Number.parseInt(hex, 16)) : (simple[char] ?? char),
  );
}
