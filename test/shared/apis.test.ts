import { describe, expect, it } from "vitest";
import {
  type Api,
  documentedRoute,
  operationsOf,
  pathParameters,
  type Resource,
  views,
} from "../../shared/api.ts";
import { apis } from "../../shared/apis/index.ts";
import type { JsonSchema } from "../../shared/catalogue.ts";
import { parseRoute } from "../../shared/routes.ts";
import { toJsonSchema } from "../../shared/derived/schemas.ts";
import { sandboxRoute } from "../../shared/sandbox/app.ts";
import { isUtcTimestamp } from "../../shared/traits/iso-8601.ts";
import { isRow } from "../../shared/traits/values.ts";

/** The table of the design: `?` marks an operation whose method or path is not shown. */
const table = `
  cloud-v1: servers.list, servers.create, databases.scale, cdn.purge
  cloud-v2: instances.list, instances.create?, databases.list
  deploy: projects.list, projects.create, deployments.list, deployments.create
  creative: projects.list, projects.create, analytics.get
  content: posts.list, posts.create?, posts.delete?
  marketplace: products.list, products.create?, orders.create?
  membership: users.list, users.create?, users.get?, users.update?, users.delete?, memberships.list?, memberships.create?, memberships.get?, memberships.change-tier?, memberships.cancel?, subscriptions.create?, subscriptions.update?, subscriptions.pause?, subscriptions.cancel?, invoices.list?, courses.list?, courses.get?, courses.create?
  admin: users.list, users.create, dashboard.metrics, settings.update
  learning: courses.list, courses.create, students.create, enrollments.create, analytics.progress
  social: auth.token, users.list, users.create, posts.list, posts.create
`;

const expected = table
  .trim()
  .split("\n")
  .flatMap((line) => {
    const [slug = "", names = ""] = line.trim().split(": ");
    return names.split(", ").map((name) => `${slug}.${name}`);
  });

const operations = operationsOf(apis);
const resources = apis.flatMap((api) =>
  Object.entries(api.resources).map(([name, resource]): [string, Resource] => [
    `${api.slug} ${name}`,
    resource,
  ]),
);
const operationOf = (api: Api, name: string) => operationsOf([api]).find((each) => each.name === name);

describe("the registry", () => {
  it("has ten APIs, 52 operations and 17 webhook events", () => {
    const events = apis.flatMap((api) => Object.keys(api.events));
    expect([apis.length, operations.length, events.length]).toEqual([10, 52, 17]);
  });

  it("has exactly the operations of the design", () => {
    expect(operations.map(({ id }) => id).toSorted()).toEqual(
      expected.map((id) => id.replace("?", "")).toSorted(),
    );
  });

  it("has a documented route for each operation but those marked as unbound", () => {
    const unbound = operations.filter((operation) => !documentedRoute(operation)).map(({ id }) => id);
    expect(unbound.toSorted()).toEqual(
      expected
        .filter((id) => id.endsWith("?"))
        .map((id) => id.slice(0, -1))
        .toSorted(),
    );
  });

  it("has the APIs in the order of the documents, with slugs of their own", () => {
    expect(apis.map(({ slug, source }) => `${slug} ${source.document}${source.letter}`)).toEqual([
      "cloud-v1 1A",
      "cloud-v2 1B",
      "deploy 1C",
      "creative 1D",
      "content 1E",
      "marketplace 2M",
      "membership 2P",
      "admin 3X",
      "learning 3Y",
      "social 3Z",
    ]);
  });

  it("ends each base address with the documented version", () => {
    expect(apis.map(({ version }) => version)).toEqual([
      "v1",
      "v2",
      "v1",
      "v1",
      "v1",
      "v1",
      "v2",
      "v1",
      "v1",
      "v1",
    ]);
  });

  it("gives no two operations of an API the same sandbox route", () => {
    for (const api of apis) {
      const routes = operationsOf([api]).map((named) => {
        const { method, path } = sandboxRoute(named);
        return `${method} ${path.replace(/\{[^{}]+\}/g, "{}")}`;
      });
      expect(new Set(routes).size, api.slug).toBe(routes.length);
    }
  });
});

describe("each operation", () => {
  it.for(operations.map((named) => [named.id, named] as const))("%s is described whole", ([, named]) => {
    const operation = named;
    const { api } = named;
    expect(operation.title).toMatch(/^[A-Z]/);
    expect(operation.samples.length).toBeGreaterThan(0);
    if (operation.resource) expect(Object.keys(api.resources)).toContain(operation.resource);
    if (!documentedRoute(operation)) expect(operation.notShown?.join()).toMatch(/path/);
    if (!operation.reply && operation.status !== 204)
      expect(operation.notShown?.join()).toMatch(/response|reply|envelope/);
  });

  it.for(operations.map((named) => [named.id, named] as const))(
    "%s describes each parameter of its routes",
    ([, named]) => {
      const { request } = named;
      const path = request.path ? toJsonSchema(request.path) : undefined;
      const open = path?.["x-not-shown"]?.includes("path parameters");
      const described = Object.keys(path?.properties ?? {});
      const routes = [documentedRoute(named), named.sandbox.route].filter((route) => route !== undefined);
      for (const route of routes) {
        const names = pathParameters(route.path);
        if (!open) expect(names.toSorted()).toEqual(described.toSorted());
        for (const name of names)
          for (const sample of named.samples) expect(sample.path).toHaveProperty(name);
      }
    },
  );

  it.for(operations.map((named) => [named.id, named] as const))(
    "%s has a sandbox route of its own only where none is documented, and a person could write it",
    ([, named]) => {
      const route = documentedRoute(named);
      expect(named.sandbox.route === undefined).toBe(route !== undefined);
      const { method, path } = sandboxRoute(named);
      expect(parseRoute(`${method} ${path}`)).toEqual({ method, path });
    },
  );

  it("deletes only with DELETE and reads only with GET", () => {
    for (const named of operations) {
      const { method } = sandboxRoute(named);
      const { effect } = named;
      expect(effect === "read", named.id).toBe(method === "GET");
      expect(effect === "delete", named.id).toBe(method === "DELETE");
    }
  });

  it("that ends in .list, and no other, has paging", () => {
    for (const { id, verb, paging } of operations) expect(paging !== undefined, id).toBe(verb === "list");
  });

  it("pages in the documented style", () => {
    const styles = Object.fromEntries(
      operations.flatMap(({ id, paging }) => (paging ? [[id, paging.style]] : [])),
    );
    expect(styles).toEqual({
      "cloud-v1.servers.list": "cursor",
      "cloud-v2.instances.list": "link",
      "cloud-v2.databases.list": "single",
      "deploy.projects.list": "cursor",
      "deploy.deployments.list": "single",
      "creative.projects.list": "offset",
      "content.posts.list": "page",
      "marketplace.products.list": "page",
      "membership.users.list": "cursor",
      "membership.memberships.list": "single",
      "membership.invoices.list": "single",
      "membership.courses.list": "single",
      "admin.users.list": "page",
      "learning.courses.list": "page",
      "social.users.list": "cursor",
      "social.posts.list": "cursor",
    });
  });

  it("that carries one of the documented success statuses states it", () => {
    const statuses = Object.fromEntries(
      operations.flatMap(({ id, status }) => (status ? [[id, status]] : [])),
    );
    expect(statuses).toEqual({
      "cloud-v1.servers.list": 200,
      "creative.projects.list": 200,
      "content.posts.list": 200,
      "content.posts.create": 201,
      "content.posts.delete": 204,
      "marketplace.products.list": 200,
      "admin.users.list": 200,
      "learning.courses.list": 200,
      "social.auth.token": 200,
    });
  });

  it("documents an extra header only where one is shown", () => {
    const withHeaders = operations.filter((operation) => operation.request.headers).map(({ id }) => id);
    expect(withHeaders).toEqual(["membership.memberships.cancel"]);
  });
});

describe("each collection", () => {
  const collections = apis.flatMap((api) =>
    api.collections.map((collection) => [`${api.slug} ${collection.title}`, api, collection] as const),
  );

  it.for(collections)(
    "%s lists with an operation that exists, and reads one record so",
    ([, api, collection]) => {
      expect(views).toContain(collection.view);
      for (const each of [collection, ...(collection.children ?? [])])
        expect(operationOf(api, each.operation)?.paging, each.operation).toBeDefined();
      for (const { operation, parameter } of collection.children ?? []) {
        const path = operationOf(api, operation)?.path ?? "";
        expect(pathParameters(path)).toContain(parameter);
      }
      if (!collection.get) return;
      const get = operationOf(api, collection.get.operation);
      expect(get?.effect).toBe("read");
      const route = get && (documentedRoute(get) ?? get.sandbox.route);
      expect(pathParameters(route?.path ?? "")).toEqual([collection.get.parameter]);
    },
  );

  it.for(collections)("%s shows fields that its records have", ([, api, collection]) => {
    for (const each of [collection, ...(collection.children ?? [])]) {
      const resource = operationOf(api, each.operation)?.resource ?? "";
      const fields = new Set(api.resources[resource]?.samples.flatMap((row) => Object.keys(row)));
      for (const field of [...each.label, ...each.detail, ...(each.status ? [each.status] : [])])
        expect([...fields], `${collection.title}: ${field}`).toContain(field);
    }
  });

  it.for(collections)("%s calls only documented states under way", ([, api, collection]) => {
    for (const each of [collection, ...(collection.children ?? [])]) {
      if (!each.underWay) continue;
      const resource = api.resources[operationOf(api, each.operation)?.resource ?? ""];
      const status = resource && toJsonSchema(resource.record).properties?.[each.status ?? ""];
      for (const value of each.underWay) expect(status?.enum ?? status?.examples).toContain(value);
    }
  });

  it("stands in the view that the design names for its API", () => {
    const places = Object.fromEntries(
      apis.map((api) => [api.slug, [...new Set(api.collections.map(({ view }) => view))]]),
    );
    expect(places).toEqual({
      "cloud-v1": ["servers"],
      "cloud-v2": ["servers"],
      deploy: ["deployments"],
      creative: ["deployments"],
      content: ["posts"],
      marketplace: ["products"],
      membership: ["members", "courses"],
      admin: ["members"],
      learning: ["courses"],
      social: ["members", "posts"],
    });
  });
});

describe("each resource", () => {
  it.for(resources)("%s has records with ids of their own and the documented prefix", ([, resource]) => {
    const ids = resource.samples.map((row) => row.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(new RegExp(`^${resource.prefix ?? ""}.`));
    const record = toJsonSchema(resource.record);
    expect(record.properties?.id?.["x-prefix"]).toBe(resource.prefix);
  });

  it("says of its fields only resources of the same API", () => {
    for (const api of apis) {
      const schemas = [
        ...Object.values(api.resources).map((resource) => resource.record),
        ...Object.values(api.events).map((event) => event.payload),
        ...operationsOf([api]).flatMap((operation) => [
          ...Object.values(operation.request),
          ...(operation.reply ? [operation.reply] : []),
        ]),
      ];
      for (const name of schemas.flatMap((schema) => referredResources(toJsonSchema(schema))))
        expect(Object.keys(api.resources), api.slug).toContain(name);
    }
  });
});

function referredResources(schema: JsonSchema): string[] {
  const parts = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.anyOf ?? []),
    ...(typeof schema.items === "object" ? [schema.items] : []),
  ];
  return [...(schema["x-resource"] ? [schema["x-resource"]] : []), ...parts.flatMap(referredResources)];
}

describe("the webhook events", () => {
  it("are those that the documents show", () => {
    const events = Object.fromEntries(
      apis
        .filter((api) => Object.keys(api.events).length > 0)
        .map((api) => [api.slug, Object.keys(api.events)]),
    );
    expect(events).toEqual({
      content: ["content.published"],
      marketplace: ["order.completed"],
      membership: [
        "user.created",
        "user.updated",
        "user.deleted",
        "membership.created",
        "membership.updated",
        "membership.canceled",
        "subscription.created",
        "subscription.payment_succeeded",
        "subscription.payment_failed",
        "subscription.paid",
        "subscription.paused",
        "subscription.resumed",
        "subscription.canceled",
        "course.completed",
        "certificate.issued",
      ],
    });
  });

  it("stand in the field of the payload that holds the event's name", () => {
    for (const api of apis)
      for (const [name, event] of Object.entries(api.events))
        for (const sample of event.samples) expect(sample[api.eventNames?.field ?? ""]).toBe(name);
  });

  it("have the identifier and the time that are documented of deliveries", () => {
    for (const { events, deliveryFields: { id, time } = {} } of apis)
      for (const { samples } of Object.values(events))
        for (const sample of samples) {
          if (id !== undefined) expect(sample[id]).toMatch(/^evt_/);
          expect(isUtcTimestamp(String(sample[time ?? ""]))).toBe(true);
        }
  });

  it("are signed with HMAC-SHA256 by the marketplace alone; two more APIs name the header", () => {
    const signatures = apis.flatMap(({ slug, signature }) =>
      signature ? [[slug, signature.header, signature.algorithm]] : [],
    );
    expect(signatures).toEqual([
      ["marketplace", "X-Service-Signature", "HMAC-SHA256"],
      ["membership", "X-Service-Signature", undefined],
      ["social", "X-Service-Signature", undefined],
    ]);
  });
});

describe("what an API has beyond its fields", () => {
  it("names events that the API has", () => {
    const announced = operations.filter(({ announces }) => announces !== undefined);
    expect(announced.map(({ id, announces }) => `${id}: ${announces}`)).toEqual([
      "content.posts.create: content.published",
      "membership.users.delete: user.deleted",
      "membership.memberships.cancel: membership.canceled",
      "membership.subscriptions.pause: subscription.paused",
      "membership.subscriptions.cancel: subscription.canceled",
    ]);
    for (const { api, announces = "" } of announced) expect(Object.keys(api.events)).toContain(announces);
  });

  /** Dotted, without what details hold. */
  const parts = (inner: (name: string) => unknown, names: string[]): string[] =>
    names.flatMap((name) => {
      const value = inner(name);
      return isRow(value) && name !== "details"
        ? [name, ...parts((each) => value[each], Object.keys(value)).map((each) => `${name}.${each}`)]
        : [name];
    });
  const partsOf = (body: unknown) => (isRow(body) ? parts((name) => body[name], Object.keys(body)) : []);
  const shapeOf = ({ properties }: JsonSchema): unknown =>
    properties &&
    Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, shapeOf(field)]));

  it.for(
    apis.flatMap(({ slug, faults }) =>
      faults.body ? [[slug, { ...faults, body: faults.body }] as const] : [],
    ),
  )("describes every part of an error body of %s, and no other", ([, { body, write }]) => {
    const written = write({
      status: 400,
      code: "code",
      message: "message",
      field: "field",
      requestId: "req_1",
      documentationUrl: "https://docs.example.com",
      details: { type: "type", code_param: "code_param" },
    });
    expect(partsOf(written).toSorted()).toEqual(partsOf(shapeOf(toJsonSchema(body))).toSorted());
  });
});
