/** The Link header, as far as it names the next page (RFC 8288). */

export const linkToNext = (target: string): string => `<${target}>; rel="next"`;

/** The target of the one link with the relation `next`. Undefined: malformed. Read in one pass, at most 8 KB. */
export function nextLink(header: string): { target?: string } | undefined {
  if (header.length > 8192) return undefined;
  let found: string | undefined;
  let position = 0;
  const skip = (characters: string) => {
    while (position < header.length && characters.includes(header[position] ?? "")) position++;
  };
  for (skip(" \t,"); position < header.length; skip(" \t,")) {
    if (header[position] !== "<") return undefined;
    const close = header.indexOf(">", position);
    if (close < 0) return undefined;
    const target = header.slice(position + 1, close);
    position = close + 1;
    let isNext = false;
    for (skip(" \t"); header[position] === ";"; skip(" \t")) {
      position++;
      const parameter = readParameter();
      if (parameter === undefined) return undefined;
      if (
        parameter.name === "rel" &&
        parameter.value
          .toLowerCase()
          .split(/[ \t]+/)
          .includes("next")
      )
        isNext = true;
    }
    if (position < header.length && header[position] !== ",") return undefined;
    if (isNext) {
      if (found !== undefined) return undefined;
      found = target;
    }
  }
  return found === undefined ? {} : { target: found };

  function readParameter(): { name: string; value: string } | undefined {
    skip(" \t");
    const start = position;
    while (position < header.length && !"=;, \t".includes(header[position] ?? "")) position++;
    const name = header.slice(start, position).toLowerCase();
    skip(" \t");
    if (header[position] !== "=") return { name, value: "" };
    position++;
    skip(" \t");
    if (header[position] !== '"') {
      const from = position;
      while (position < header.length && !";, \t".includes(header[position] ?? "")) position++;
      return { name, value: header.slice(from, position) };
    }
    let value = "";
    for (position++; header[position] !== '"'; position++) {
      if (header[position] === "\\") position++;
      if (position >= header.length) return undefined;
      value += header[position];
    }
    position++;
    return { name, value };
  }
}
