import type { ApiFault } from "../api.ts";
import { isRow } from "../traits/values.ts";

/** The fields that a fault names: its own, and those of its details. */
export function faultyFields({ field, message, details }: ApiFault): { field: string; message: string }[] {
  const detailed = (Array.isArray(details) ? details : [])
    .filter(isRow)
    .flatMap((detail) =>
      typeof detail.field === "string" && detail.field !== ""
        ? [{ field: detail.field, message: typeof detail.issue === "string" ? detail.issue : message }]
        : [],
    );
  return field && !detailed.some((each) => each.field === field)
    ? [{ field, message }, ...detailed]
    : detailed;
}
