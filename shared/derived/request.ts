/** A request as a request file holds it, as JSON Schema. It refers to definitions of the schema that it is in. */
import type { RequestSchemas } from "../api.ts";
import type { JsonSchema } from "../catalogue.ts";
import { expectationOf, type KnownReply } from "./expectation.ts";

/**
 * @param parts the schemas of what a person fills in
 */
export function requestOf(
  { id, title, description }: { id: string; title: string; description?: string },
  parts: { [Part in keyof RequestSchemas]?: JsonSchema },
  reply: KnownReply = {},
): JsonSchema {
  const entries = Object.entries(parts);
  const needed = entries.filter(([, schema]) => (schema.required?.length ?? 0) > 0).map(([part]) => part);
  return {
    type: "object",
    title,
    ...(description && { description }),
    properties: {
      operation: {
        const: id,
        title,
        description: "The operation to send: API, resource and verb, with dots between them.",
      },
      name: {
        type: "string",
        pattern: "^[A-Za-z_][A-Za-z0-9_-]*$",
        description: "Lets later requests of the file refer to the response: {{name.response.body.id}}.",
      },
      ...Object.fromEntries(
        entries.map(([part, schema]) => [
          part,
          {
            description: partMeanings[part] ?? "",
            ...schema,
            // HTTP compares the names of headers without case.
            ...(part === "headers" && { "x-any-case": true }),
          },
        ]),
      ),
      expect: expectationOf(reply),
    },
    required: ["operation", ...needed],
    additionalProperties: false,
  };
}

const partMeanings: Record<string, string> = {
  path: "Values of the path's parameters.",
  query: "Query parameters.",
  headers: "Documented extra headers. The key is added when the request is sent.",
  body: "The JSON body.",
};
