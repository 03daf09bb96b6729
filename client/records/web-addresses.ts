/** The addresses of web pages that a record holds. Without vscode. */
import { isRow } from "../../shared/traits/values.ts";
import { isWebAddress } from "../../shared/web-address.ts";

export interface FoundAddress {
  /** Where it stands: `media[0].url`. */
  field: string;
  address: string;
}

/** Nobody picks from more. */
const most = 50;

/** Each address once, in the record's order. */
export function webAddressesIn(record: unknown): FoundAddress[] {
  const found = new Map<string, FoundAddress>();
  const look = (value: unknown, field: string, depth: number): void => {
    if (found.size >= most || depth > 5) return;
    if (typeof value === "string") {
      if (isWebAddress(value) && !found.has(value)) found.set(value, { field, address: value });
    } else if (Array.isArray(value))
      value.forEach((item, index) => look(item, `${field}[${index}]`, depth + 1));
    else if (isRow(value))
      for (const [name, inner] of Object.entries(value))
        look(inner, field === "" ? name : `${field}.${name}`, depth + 1);
  };
  look(record, "", 0);
  return [...found.values()];
}
