/** All that is known of the ten APIs, each at an address of its own. */
import { operationsOf } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import { toJsonSchema } from "../../../shared/derived/schemas.ts";
import type { Place } from "../../../shared/interchange/find-operation.ts";
import type { Requests } from "../../../shared/interchange/to-operation.ts";
import { sandboxRoute } from "../../../shared/sandbox/app.ts";

export const operations = operationsOf(apis);

export const operationNamed = (id: string) => {
  const operation = operations.find((each) => each.id === id);
  if (!operation) throw new Error(`There is no ${id}.`);
  return operation;
};

export const knownAt = (origin: string, environment = "live"): Requests => ({
  operations,
  places: apis.map(
    (api): Place => ({
      api,
      environment,
      baseUrl: `${origin}/${api.slug}/${api.version}`,
      routes: Object.fromEntries(operationsOf([api]).map((each) => [each.id, sandboxRoute(each)])),
    }),
  ),
  schemaOf(operation, part) {
    const schema = operationNamed(operation.id).request[part];
    return schema && toJsonSchema(schema);
  },
});
