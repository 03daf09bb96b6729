import { describe, expect, it } from "vitest";
import type { Invocation } from "../../../client/run/invocation.ts";
import { merged, questionOf } from "../../../client/run/question.ts";
import type { Target } from "../../../client/session/access.ts";
import { documentedRoute, operationsOf } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";

type Values = Invocation["values"];

function invocation(id: string, values: Values = {}, record?: Invocation["record"]): Invocation {
  const operation = operationsOf(apis).find((each) => each.id === id);
  if (!operation) throw new Error(`There is no ${id}.`);
  const target = {
    environment: "sandbox",
    baseUrl: "https://api.example.com/v1",
    route: documentedRoute(operation) ?? { method: "POST" as const, path: "/bound" },
  };
  return { operation, target, values, ...(record && { record }) };
}

const ask = (
  invocations: Invocation[],
  { guarded = false, ...target }: Partial<Target> & { guarded?: boolean } = {},
) =>
  questionOf(
    invocations.map((each) => ({ ...each, target: { ...each.target, ...target } })),
    { guarded },
  );
const live = { environment: "live", guarded: true };
const post = invocation("content.posts.delete", { path: { id: "post_1" } }, { id: "post_1", label: "Hello" });

const second = invocation(
  "content.posts.delete",
  { path: { id: "post_2" } },
  { id: "post_2", label: "World" },
);
const elsewhere = [live, { environment: "staging", guarded: true }, { environment: "test", guarded: false }];

describe("before an operation is carried out", () => {
  it("nothing is asked for reading, not even in live", () => {
    expect(ask([invocation("cloud-v1.servers.list")], live)).toBeUndefined();
  });

  it("nothing is asked for a request that the person has written, where writes are not guarded", () => {
    const written = [invocation("cloud-v1.servers.create", { body: {} })];
    expect(ask(written)).toBeUndefined();
    expect(ask(written, { environment: "test" })).toBeUndefined();
  });

  it("a write to live is warned of with environment, method, route, API and host", () => {
    expect(ask([invocation("cloud-v1.servers.create", { body: {} })], live)).toEqual({
      kind: "warning",
      environment: "Live",
      what: "Create server",
      meaning: expect.stringContaining("Provisions"),
      target: ["POST /servers", "Cloud infrastructure v1 at api.example.com"],
      confirm: "Create Server",
    });
  });

  it("the record is named, and the path is its own", () => {
    const destination = { ...live, route: { method: "DELETE", path: "/content/posts/{id}" } as const };
    expect(ask([post], destination)).toMatchObject({
      what: "Delete post “Hello”",
      target: ["DELETE /content/posts/post_1", expect.anything()],
    });
    expect(ask([post, second], destination)?.target).toEqual([
      "“Hello”, “World”",
      "DELETE /content/posts/{id}",
      expect.anything(),
    ]);
  });

  it("an identifier stands for a record whose name is not known", () => {
    const cancel = invocation("membership.memberships.cancel", { path: { membership_id: "mem_1" } });
    expect(ask([cancel])?.what).toBe("Cancel membership mem_1");
  });

  it("the sandbox asks lightly, also about several deletions", () => {
    for (const records of [[post], [post, second]]) {
      expect(ask(records)).toMatchObject({ kind: "light", environment: "Sandbox" });
      expect(ask(records)).not.toHaveProperty("typed");
    }
  });

  it.for(elsewhere)("$environment warns of what acts at once and of one deletion", (destination) => {
    const pause = invocation("membership.subscriptions.pause", { path: { subscription_id: "sub_1" } });
    for (const one of [post, pause]) {
      expect(ask([one], destination)?.kind).toBe("warning");
      expect(ask([one], destination)).not.toHaveProperty("typed");
    }
  });

  it.for(elsewhere)("$environment has the number of several deletions typed", (destination) => {
    expect(ask([post, second], destination)).toMatchObject({
      what: "Delete post, 2 records",
      typed: "2",
    });
  });

  it("many records are not all named", () => {
    const many = Array.from({ length: 30 }, (_, index) => ({
      ...post,
      record: { id: `post_${index}`, label: `Post ${index}` },
    }));
    expect(ask(many)?.target[0]).toMatch(/“Post 7”, and 22 more$/);
  });

  it("several kinds of requests are one question, which names each", () => {
    const create = ask([invocation("cloud-v1.servers.create", { body: {} })], live);
    const remove = ask([post], live);
    const removeAll = ask([post, second], live);
    expect(create && remove && removeAll && merged([create, removeAll, remove])).toMatchObject([
      {
        kind: "warning",
        environment: "Live",
        what: "Send 2 kinds of requests",
        target: [
          expect.stringMatching(/^Create server: POST \/servers, /),
          expect.stringMatching(/^Delete post “Hello”: /),
        ],
      },
      { typed: "2" },
    ]);
  });

  it("trading credentials for a token asks nothing in the sandbox", () => {
    expect(ask([invocation("social.auth.token", { body: {} })])).toBeUndefined();
  });
});
