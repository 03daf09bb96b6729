/** The JSON Schemas of request files and payloads, out of the descriptions. */
import * as z from "zod";
import { type Api, type NamedOperation, operationsOf } from "../api.ts";
import type { JsonSchema } from "../catalogue.ts";
import { expectationDefinitions } from "./expectation.ts";
import { replyHeaders } from "./facts.ts";
import { requestOf } from "./request.ts";
import { sharedParts } from "./shared-parts.ts";

/** The JSON Schema of what is sent; every constraint of the zod schema is in it. */
export function toJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...result } = z.toJSONSchema(schema, {
    io: "input",
    override({ jsonSchema }) {
      // zod spells formats out as patterns as well; the format is enough.
      if (jsonSchema.format) delete jsonSchema.pattern;
      // What a double holds exactly is no limit of the API.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (isEmpty(jsonSchema.additionalProperties)) delete jsonSchema.additionalProperties;
      // Every key is a string: this says nothing.
      if (JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames;
    },
  });
  return result as JsonSchema; // zod's own type allows booleans where its output has objects.
}

const isEmpty = (value: unknown) =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;

/** One request of a request file for each operation, by its id, and what they refer to. */
export function requestSchemas(operations: readonly NamedOperation[]): {
  requests: Record<string, JsonSchema>;
  definitions: Record<string, JsonSchema>;
} {
  const whole = operations.map((operation) => {
    const parts = Object.entries(operation.request).map(
      ([part, schema]) => [part, toJsonSchema(schema)] as const,
    );
    const body = operation.reply && toJsonSchema(operation.reply);
    const { faults } = operation.api;
    return requestOf(operation, Object.fromEntries(parts), {
      body,
      fault: faults.body && toJsonSchema(faults.body),
      headers: replyHeaders(operation),
    });
  });
  // Operations on the same records are answered with the same fields.
  const expected = sharedParts(
    whole.map(({ properties }) => properties?.expect ?? {}),
    "expected",
  );
  const requests = whole.map((schema, index) => ({
    ...schema,
    properties: { ...schema.properties, expect: expected.schemas[index] ?? {} },
  }));
  return {
    requests: Object.fromEntries(operations.map(({ id }, index) => [id, requests[index] ?? {}])),
    definitions: { ...expectationDefinitions, ...expected.definitions },
  };
}

const oneOrMany = (definition: string, $defs: Record<string, JsonSchema>): JsonSchema => ({
  anyOf: [{ $ref: `#/$defs/${definition}` }, { type: "array", items: { $ref: `#/$defs/${definition}` } }],
  $defs,
});

/** A request file: one request, or an array of them. */
export function requestFileSchema(apis: readonly Api[]): JsonSchema {
  const operations = operationsOf(apis);
  const { requests, definitions } = requestSchemas(operations);
  return oneOrMany("request", {
    request: {
      type: "object",
      oneOf: operations.map(({ id }) => ({ $ref: `#/$defs/${id}` })),
      discriminator: { propertyName: "operation" },
      "x-code": "unknown-operation",
    },
    ...requests,
    ...definitions,
  });
}

/** A webhook file of one API: one delivery's payload, or an array of them. Undefined when no event is documented. */
export function webhookFileSchema(api: Api): JsonSchema | undefined {
  const events = Object.entries(api.events);
  if (events.length === 0) return undefined;
  return oneOrMany("delivery", {
    delivery: {
      type: "object",
      oneOf: events.map(([name]) => ({ $ref: `#/$defs/${name}` })),
      discriminator: { propertyName: api.eventNames?.field },
      "x-code": "unknown-event",
      // No document says that it is always there.
      "x-missing-severity": "warning",
      // Where the documents say that there are more names than they show, another name is no error.
      ...(api.eventNames?.open && { "x-severity": "information" }),
    },
    ...Object.fromEntries(
      events.map(([name, event]) => [
        name,
        { title: name, description: event.meaning, ...toJsonSchema(event.payload) },
      ]),
    ),
  });
}
