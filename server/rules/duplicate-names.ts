/** Requests of one name: a placeholder means the latest of them before it. */
import { namedRequests } from "../files/named-requests.ts";
import type { OpenFile } from "../files/open-file.ts";
import type { Finding } from "../schema/finding.ts";

export function duplicateNames({ format, tree }: OpenFile, limit: number): Finding[] {
  const found: Finding[] = [];
  if (format.kind !== "request") return found;
  const seen = new Set<string>();
  for (const { name, nameStart, nameEnd } of namedRequests(tree)) {
    if (found.length >= limit) break;
    if (seen.has(name))
      found.push({
        code: "duplicate-name",
        severity: "warning",
        message: `An earlier request is named ${JSON.stringify(name)} too: from here on this one is meant where the name is used`,
        start: nameStart,
        end: nameEnd,
      });
    seen.add(name);
  }
  return found;
}
