/**
 * The kinds of field that the documents speak of, stated once in zod so that JSON Schema carries every constraint.
 *
 * Annotations in the JSON Schema, read by the language server:
 * `x-prefix` the documented identifier prefix; `x-resource` the resource that an identifier refers to;
 * `x-unit: "minor"` an amount in minor units; `x-open: true` a value list that is only partly shown (its values are in `examples`);
 * `x-not-shown` what the documents leave open about the field; `x-secret: true` a value that belongs in the keychain;
 * `x-any-case: true` an object whose property names are compared without case, as those of headers are.
 */
import * as z from "zod";

/** An ISO 8601 timestamp in UTC: `2026-01-31T09:00:00Z`. */
export const timestamp = () => z.iso.datetime();

/** A calendar date: `2026-01-31`. */
export const date = () => z.iso.date();

const prefixPatterns = new Set<string>();

/** An identifier with its documented prefix. `resource` names the records of the same API that it refers to. */
export const id = (prefix: string, resource?: string) => {
  const pattern = new RegExp(`^${prefix}`);
  prefixPatterns.add(String(pattern));
  return z
    .string()
    .regex(pattern)
    .meta({
      "x-prefix": prefix,
      ...(resource && { "x-resource": resource }),
    });
};

/** Whether an issue is no other than that an identifier has not the documented prefix. */
export const isPrefixIssue = (issue: z.core.$ZodIssue): boolean =>
  issue.code === "invalid_format" && prefixPatterns.has(issue.pattern ?? "");

/** An identifier whose prefix is not shown. */
export const opaqueId = (resource?: string) =>
  z.string().meta({ "x-not-shown": ["prefix"], ...(resource && { "x-resource": resource }) });

/** A value list that is only partly shown: these values are offered, others are accepted. */
export const open = (...values: string[]) =>
  z.string().meta({ examples: values, "x-open": true, "x-not-shown": ["other values"] });

/** An object whose fields are not shown: accepted as it comes. */
export const undocumented = () => z.looseObject({}).meta({ "x-not-shown": ["fields"] });

/** A value that must not stand in a file. */
export const secret = () => z.string().meta({ "x-secret": true });

/** Path parameters whose names are not shown: a route that a person binds may have any. */
export const openPath = () => z.record(z.string(), z.string()).meta({ "x-not-shown": ["path parameters"] });

/**
 * Custom key-value pairs, at most `max` of them.
 * zod has no check for the number of keys, so the refinement refuses and `maxProperties` tells JSON Schema the same.
 */
export const keyValues = (max: number) =>
  z
    .record(z.string(), z.unknown())
    .refine((pairs) => Object.keys(pairs).length <= max, { error: `at most ${max} keys` })
    .meta({ description: `Custom key-value pairs, at most ${max} keys.`, maxProperties: max });

/** A field of a body of which the documents do not show whether it is required. */
export const maybe = <T extends z.ZodType>(field: T) => {
  const meta = field.meta() ?? {};
  const open = [...((meta["x-not-shown"] as string[] | undefined) ?? []), "required or optional"];
  return field.meta({ ...meta, "x-not-shown": open }).optional();
};

/** An amount in minor units: cents for a currency with two decimals. */
export const minorUnits = () => z.int().meta({ "x-unit": "minor" });

/** A page size. */
export const limit = (bounds: { min?: number; max?: number; default?: number } = {}) => {
  let size = z.int();
  if (bounds.min !== undefined) size = size.min(bounds.min);
  if (bounds.max !== undefined) size = size.max(bounds.max);
  return size
    .meta({ description: "Page size.", ...(bounds.default !== undefined && { default: bounds.default }) })
    .optional();
};

/** The cursor that a page names for the next one. */
export const cursor = () =>
  z.string().meta({ description: "Cursor of the page, from the page before." }).optional();

/** A page number. */
export const pageNumber = (initial?: number) =>
  z
    .int()
    .meta({ description: "Page number.", ...(initial !== undefined && { default: initial }) })
    .optional();

/** Adds what the documents say of a field to the field. */
export const described = <T extends z.ZodType>(
  field: T,
  description: string,
  more: Record<string, unknown> = {},
) => field.meta({ ...field.meta(), description, ...more });
