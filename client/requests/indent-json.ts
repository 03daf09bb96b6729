/** JSON on lines, indented by two spaces; every string and number stays as it was written. The text must be JSON. */
export function indentJson(text: string): string {
  let depth = 0;
  const newLine = () => `\n${"  ".repeat(depth)}`;
  return text.replace(token, (found) => {
    switch (found[0]) {
      case "{":
      case "[":
        if (found.length > 1) return found[0] === "{" ? "{}" : "[]";
        depth += 1;
        return found + newLine();
      case "}":
      case "]":
        depth -= 1;
        return newLine() + found;
      case ",":
        return found + newLine();
      case ":":
        return ": ";
      case '"':
        return found;
      default:
        return "";
    }
  });
}

/** A string, an empty object or array, a sign, or space. */
const token = /"(?:[^"\\]|\\.)*"|\{\s*\}|\[\s*\]|[{}[\],:]|\s+/g;
