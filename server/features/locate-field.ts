/** Where a request has the field that an API's fault names. */
import type { Place } from "../../shared/placeholders.ts";
import type { FileRange } from "../../shared/protocol.ts";
import { type OpenFile, rangeOf } from "../files/open-file.ts";
import { memberNamed } from "../syntax/named-members.ts";
import { childByIndex, type Located } from "../syntax/node.ts";

const parts = ["body", "query", "path", "headers"] as const;

/**
 * The range of the value; of the opening brace where it is missing; of the operation when nothing is near.
 *
 * @param field keys and indexes in the request; or as `customer.email`, `items[0].product_id` or `items.0.product_id`, from
 *   the body or another part
 */
export function locate(file: OpenFile, entry: Located, field: string | Place): FileRange {
  if (typeof field !== "string") return rangeOfReached(file, reach(entry, field));
  const steps = field
    .replace(/\[(\d+)\]/g, ".$1")
    .split(".")
    .filter((step) => step !== "");
  const [first, ...further] = steps;
  const named = parts.find((part) => part === first);
  const tries = [
    ...parts.map((part) => ({ part, steps })),
    // The name of a part may itself be the first step.
    ...(named ? [{ part: named, steps: further }] : []),
  ];
  const reached = tries.flatMap((each) => {
    const from = memberNamed(entry, each.part);
    return from ? [reach(from, each.steps)] : [];
  });
  // Of those that lead equally far the body comes first: it is where most fields belong.
  const [nearest] = reached.toSorted((a, b) => a.left - b.left);
  if (!nearest) {
    const at = memberNamed(entry, "operation") ?? entry;
    return rangeOf(file.lines, at.start, at.start + at.node.width);
  }
  return rangeOfReached(file, nearest);
}

const rangeOfReached = ({ lines }: OpenFile, { at: { start, node }, left }: Reached): FileRange =>
  rangeOf(lines, start, left === 0 ? start + node.width : start + 1);

interface Reached {
  at: Located;
  left: number;
}

/** As far as the steps lead, and how many are left. */
function reach(from: Located, steps: Place): Reached {
  const [step, ...further] = steps;
  if (step === undefined) return { at: from, left: 0 };
  const next =
    from.node.kind === "array" && /^\d+$/.test(String(step))
      ? childByIndex(from, Number(step))
      : from.node.kind === "object"
        ? memberNamed(from, String(step))
        : undefined;
  return next ? reach(next, further) : { at: from, left: steps.length };
}
