/** Payloads of which nobody can say what they must be. */
import type { OpenFile } from "../files/open-file.ts";
import type { Finding } from "../schema/finding.ts";
import { rootOf } from "../syntax/tree.ts";

export function ambiguousApi({ format, tree, schema, catalogue }: OpenFile): Finding[] {
  if (format.kind !== "webhook" || schema) return [];
  const root = rootOf(tree);
  if (root.node.kind === "missing" || root.node.kind === "invalid") return [];
  const message =
    format.api === undefined
      ? "Which API sent this payload cannot be told from it. Name the file <name>.<api>.webhook.json."
      : `The documents of ${catalogue.api(format.api)?.title ?? format.api} show no webhook payload, so it is not checked.`;
  return [{ code: "unknown-event", severity: "hint", message, start: root.start, end: root.start + 1 }];
}
