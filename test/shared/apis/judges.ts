/** Those who say whether a value is valid: zod, and ajv and our own engine over the JSON Schema that was made of it. */
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type * as z from "zod";
import { compile } from "../../../server/schema/compile.ts";
import type { Finding } from "../../../server/schema/finding.ts";
import { validate } from "../../../server/schema/validate.ts";
import { parse } from "../../../server/syntax/tree.ts";
import { type Api, operationsOf } from "../../../shared/api.ts";
import type { JsonSchema } from "../../../shared/catalogue.ts";
import { isEmailAddress } from "../../../shared/traits/e-mail.ts";
import { isMoment, isUtcTimestamp } from "../../../shared/traits/iso-8601.ts";
import { toJsonSchema } from "../../../shared/derived/schemas.ts";

/** A schema of the registry with the valid values that stand beside it. */
export interface Subject {
  name: string;
  zod: z.ZodType;
  json: JsonSchema;
  samples: readonly unknown[];
  /** What ajv says against a value; empty when it is valid. */
  ajv(value: unknown): ErrorObject[];
  /** What our engine says against it, warnings too but for what is only likely. */
  engine(value: unknown): Finding[];
}

const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  strictSchema: "log",
  allowUnionTypes: true,
  logger: false,
});
formats.default(ajv);
ajv.addFormat("iso-8601-utc", isUtcTimestamp);
ajv.addFormat("iso-8601", isMoment);
ajv.addFormat("idn-email", isEmailAddress);

function subject(name: string, zod: z.ZodType, samples: readonly unknown[] = []): Subject {
  const json = toJsonSchema(zod);
  const isValid = ajv.compile(json);
  const schema = compile(json);
  return {
    name,
    zod,
    json,
    samples,
    ajv: (value) => (isValid(value) ? [] : [...(isValid.errors ?? [])]),
    engine: (value) =>
      validate(parse(JSON.stringify(value), { dialect: "json" }), schema).filter(
        ({ code, severity }) => !(code === "bad-format" && severity === "warning"),
      ),
  };
}

/** Every schema of the APIs: the parts of the requests, the replies, the records and the events. */
export function subjectsOf(apis: readonly Api[]): Subject[] {
  return [
    ...operationsOf(apis).flatMap((operation) => [
      ...Object.entries(operation.request).map(([part, schema]: [string, z.ZodType]) =>
        subject(
          `${operation.id} ${part}`,
          schema,
          operation.samples.map((sample) => sample[part as keyof typeof sample] ?? {}),
        ),
      ),
      ...(operation.reply ? [subject(`${operation.id} reply`, operation.reply)] : []),
    ]),
    ...apis.flatMap((api) => [
      ...Object.entries(api.resources).map(([name, resource]) =>
        subject(`${api.slug} ${name} record`, resource.record, resource.samples),
      ),
      ...Object.entries(api.events).map(([name, event]) =>
        subject(`${api.slug} ${name} payload`, event.payload, event.samples),
      ),
    ]),
  ];
}
