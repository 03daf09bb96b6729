import type { Catalogue, JsonSchema } from "../../shared/catalogue.ts";
import { loadCatalogue } from "../disk/built-catalogue.ts";
import { type Command, UsageError } from "./command.ts";

export const command: Command = {
  usage: "schema ID",
  summary:
    "The JSON Schema of an operation's request (content.posts.create), of its body or response (….body, ….response), or of an event (order.completed).",
  options: {},
  async run(terminal, { positionals }) {
    const [id, ...others] = positionals;
    if (id === undefined || others.length > 0)
      throw new UsageError(`Name one schema. Usage: switchboard ${command.usage}`);
    const schema = findSchema(loadCatalogue(), id);
    await terminal.out(
      `${JSON.stringify({ $schema: "https://json-schema.org/draft/2020-12/schema", ...schema }, undefined, 2)}\n`,
    );
    return 0;
  },
};

function findSchema(catalogue: Catalogue, id: string): JsonSchema {
  for (const operation of catalogue.operations) {
    if (id === operation.id || id === `${operation.id}.request`)
      return whole(operation.request, catalogue.requestFile.$defs ?? {});
    if (id === `${operation.id}.body`)
      return shown(operation.body, `${operation.id} takes no body that is documented.`);
    if (id === `${operation.id}.response`)
      return shown(operation.response, `The response of ${operation.id} is not shown in the documents.`);
  }
  const event = catalogue.events.find(({ name, api }) => id === name || id === `${api}.${name}`);
  if (event) return event.payload;
  throw new UsageError(`There is no operation or event ${JSON.stringify(id)}. See: switchboard operations`);
}

/** With the definitions that it refers to. */
function whole(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const $defs: Record<string, JsonSchema> = {};
  const open = [schema];
  for (const part of open)
    for (const [, name = ""] of JSON.stringify(part).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)) {
      const definition = definitions[name];
      if (!definition || Object.hasOwn($defs, name)) continue;
      $defs[name] = definition;
      open.push(definition);
    }
  return { ...schema, $defs };
}

function shown(schema: JsonSchema | undefined, otherwise: string): JsonSchema {
  if (!schema) throw new UsageError(otherwise);
  return schema;
}
