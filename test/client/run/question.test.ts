import { describe, expect, it } from "vitest";
import type { Invocation } from "../../../client/run/invocation.ts";
import { questionOf } from "../../../client/run/question.ts";
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

describe("before an operation is carried out", () => {
  it("nothing is asked for reading, not even in live", () => {
    expect(ask([invocation("cloud-v1.servers.list")], live)).toBeUndefined();
  });

  it("nothing is asked for a request that the person has written, in the sandbox", () => {
    expect(ask([invocation("cloud-v1.servers.create", { body: {} })])).toBeUndefined();
  });

  it("a write to live is asked about with method, route, host, API and environment", () => {
    expect(ask([invocation("cloud-v1.servers.create", { body: {} })], live)).toEqual({
      title: "Create server?",
      meaning: expect.stringContaining("Provisions"),
      target: "POST /servers at api.example.com, Cloud infrastructure v1, live",
      confirm: "Create server",
    });
  });

  it("the record that the path names is named in it", () => {
    const destination = { ...live, route: { method: "DELETE", path: "/content/posts/{id}" } as const };
    expect(ask([post], destination)?.target).toMatch(/^DELETE \/content\/posts\/post_1 at/);
    expect(ask([post, post], destination)?.target).toContain("DELETE /content/posts/{id} at");
  });

  it("what acts at once is asked about everywhere", () => {
    expect(
      ask([invocation("membership.memberships.cancel", { path: { membership_id: "mem_1" } })])?.title,
    ).toBe("Cancel membership: mem_1?");
  });

  it("a deletion asks for the id to be typed, everywhere", () => {
    for (const destination of [{}, live])
      expect(ask([post], destination)).toMatchObject({
        title: "Delete post: Hello (post_1)?",
        typed: "post_1",
      });
    expect(ask([invocation("membership.users.delete", { path: { user_id: "usr_1" } })])?.typed).toBe("usr_1");
  });

  it("several deletions ask for their number, and name them", () => {
    const second = invocation(
      "content.posts.delete",
      { path: { id: "post_2" } },
      { id: "post_2", label: "World" },
    );
    expect(ask([post, second])).toMatchObject({
      title: "Delete post: 2 records?",
      target: expect.stringContaining("Hello, World"),
      typed: "2",
    });
  });

  it("trading credentials for a token asks nothing in the sandbox", () => {
    expect(ask([invocation("social.auth.token", { body: {} })])).toBeUndefined();
  });
});
