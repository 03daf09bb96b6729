/**
 * The kinds of field that the documents speak of, stated once in zod so that JSON Schema carries every constraint.
 *
 * Annotations in the JSON Schema, read by the language server:
 * `x-prefix` the documented identifier prefix; `x-resource` the resource that an identifier refers to;
 * `x-unit: "minor"` an amount in minor units; `x-open: true` a value list that is only partly shown (its values are in `examples`);
 * `x-not-shown` what the documents leave open about the field; `x-secret: true` a value that belongs in the keychain;
 * `x-null: "not shown"` a null that is taken and not documented;
 * `x-likely` the format that a value has by its name alone, so that another is a warning and no error.
 * `x-any-case: true` an object whose property names are compared without case, as those of headers are.
 */
import * as z from "zod";
import { isEmailAddress } from "./e-mail.ts";
import { isMoment, isUtcTimestamp } from "./iso-8601.ts";

/** A format of strings that `format` names in JSON Schema. */
const formatted = (format: string, test: (text: string) => boolean, error: string) =>
  z.string().refine(test, { error }).meta({ format });

/** An ISO 8601 timestamp in UTC: `2026-01-31T09:00:00Z`. */
export const timestamp = () =>
  formatted("iso-8601-utc", isUtcTimestamp, "Invalid timestamp: ISO 8601 in UTC is expected");

/** A date of ISO 8601 of which neither zone nor precision is documented: `2026-01-31T09:00:00+02:00`. */
export const moment = () => formatted("iso-8601", isMoment, "Invalid date: ISO 8601 is expected");

/** An e-mail address that is documented to be a valid one. */
export const emailAddress = () => formatted("idn-email", isEmailAddress, "Invalid e-mail address");

/** A string that is an e-mail address by its name; the documents do not say what is checked. */
export const email = () => z.string().meta({ "x-likely": "idn-email" });

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

/** A field that is taken as null too, though the documents show no null: the cursor of a last page, say. */
export const perhapsNull = <T extends z.ZodType>(field: T) => {
  const { description } = field.meta() ?? {};
  return field.nullable().meta({ ...(description && { description }), "x-null": "not shown" });
};

/** A field of which the documents do not show the type. */
export const untyped = () => z.unknown().meta({ "x-not-shown": ["type"] });

type Optional<Fields extends z.ZodRawShape, Always> = {
  [Name in keyof Fields]: Name extends Always ? Fields[Name] : z.ZodOptional<Fields[Name]>;
};

const optionalBut = <Fields extends z.ZodRawShape, Always extends string>(
  fields: Fields,
  always: readonly Always[],
) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      (always as readonly string[]).includes(name) ? field : z.optional(field),
    ]),
  ) as unknown as Optional<Fields, Always>; // The type of each entry is lost on the way through entries.

/**
 * An object of a reply, which may hold more. No document says which fields are always there: only those are required
 * on which everything hangs, the `id` of a record and the `data` of a list.
 */
export const shown = <Fields extends z.ZodRawShape, const Always extends string = never>(
  fields: Fields,
  ...always: Always[]
) => z.looseObject(optionalBut(fields, always));

/** An object of a webhook's payload. As in a reply, its fields may be missing; others are not documented. */
export const delivered = <Fields extends z.ZodRawShape, const Always extends string = never>(
  fields: Fields,
  ...always: Always[]
) => z.strictObject(optionalBut(fields, always));

/** A value that must not stand in a file. */
export const secret = () => z.string().meta({ "x-secret": true });

/** Path parameters whose names are not shown: a route that a person binds may have any. */
export const openPath = () =>
  z.record(z.string(), z.union([z.string(), z.number()])).meta({ "x-not-shown": ["path parameters"] });

/**
 * Custom key-value pairs, at most `max` of them.
 * zod has no check for the number of keys, so the refinement refuses and `maxProperties` tells JSON Schema the same.
 */
export const keyValues = (max: number) =>
  z
    .record(z.string(), z.unknown())
    .refine((pairs) => Object.keys(pairs).length <= max, { error: `at most ${max} keys` })
    .meta({ description: "Custom key-value pairs.", maxProperties: max });

/** A field of a body of which the documents do not show whether it is required. */
export const maybe = <T extends z.ZodType>(field: T) => {
  const meta = field.meta() ?? {};
  const open = [...((meta["x-not-shown"] as string[] | undefined) ?? []), "required or optional"];
  return field.meta({ ...meta, "x-not-shown": open }).optional();
};

/** Marks an amount as one in minor units: cents for a currency with two decimals. */
export const minorUnits = <T extends z.ZodType>(amount: T) =>
  amount.meta({ ...amount.meta(), "x-unit": "minor" });

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
