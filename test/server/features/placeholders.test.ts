// `{{…}}` as people write them: completion, hover, findings.
import { describe, expect, it } from "vitest";
import { complete } from "../../../server/features/completion.ts";
import { hover } from "../../../server/features/hover.ts";
import { resolveRequests } from "../../../server/features/resolve-requests.ts";
import { applied, atCursor, fileOf, found, type Known, withVariables, workspaceWith } from "../marked.ts";

const now = new Date("2026-01-31T09:00:00Z");
const sequence = (second: string) => `[
  { "operation": "membership.users.create", "name": "user",
    "body": { "email": "a-{{$uuid}}@example.com", "name": "Ada", "metadata": { "source": "web" } } },
  { "operation": "membership.memberships.create", "name": "own", "body": { "user_id": "usr_1" }, ${second} }
]`;
const offered = (marked: string) => {
  const { file, offset, text } = atCursor(marked);
  return { items: complete(file, offset, now).items, text };
};
const labels = (marked: string) => offered(marked).items.map(({ label }) => label);
const words = (marked: string, known = withVariables()) => {
  const { file, offset } = atCursor(marked, undefined, known);
  const contents = hover(file, offset, { now })?.contents;
  return typeof contents === "object" && "value" in contents ? contents.value : "";
};
const body = (text: string) => `{ "operation": "cloud-v1.servers.create", "body": { "name": "${text}" } }`;

describe("within braces", () => {
  it("every dynamic value is offered in its forms", () => {
    expect(labels(body("{{|}}"))).toEqual(
      expect.arrayContaining([
        "$uuid",
        "$timestamp",
        "$timestamp -1 d",
        "$randomInt 1 100",
        "$processEnv NAME",
        "secret:NAME",
      ]),
    );
  });

  it("what a form takes has a place for the cursor", () => {
    const { items, text } = offered(body("{{|"));
    const edit = items.find(({ label }) => label === "$randomInt 1 100")?.textEdit;
    if (!edit || !("range" in edit)) throw new Error("It is not offered.");
    expect(applied(text, edit)).toContain("{{$randomInt 1|");
  });

  it.for([
    ["{{|$timestamp -1 d}}", "{{zone}}"],
    ["{{$time|stamp -1 d}}", "{{zone}}"],
    ["{{| zone }}", "{{zone}}"],
    ["{{ |größe }}", "{{ zone }}"],
    ["{{ | }}", "{{ zone }}"],
    ["{{|größe}} {{other}}", "{{zone}} {{other}}"],
    ["{{|größe {{other}}", "{{zone}} {{other}}"],
    ["{{|größe", "{{zone}}"],
    ["{{|a } b}}", "{{zone}} } b}}"],
  ] as const)("is replaced to its end, and no further: %s", ([written, accepted]) => {
    const known = withVariables({ name: "zone", value: "z", environment: "test" });
    const { file, offset, text } = atCursor(body(written), undefined, known);
    const edit = complete(file, offset, now).items.find(({ label }) => label === "zone")?.textEdit;
    if (!edit || !("range" in edit)) throw new Error("It is not offered.");
    expect(applied(text, edit)).toBe(body(accepted));
  });

  it("a form with a space in it is replaced whole", () => {
    expect(labels(body("{{$timestamp -1| d}}"))).toContain("$timestamp -1 d");
  });

  it("what earlier requests send and are answered is offered", () => {
    const earlier = labels(sequence('"headers": { "x": "{{|}}" }'));
    expect(earlier).toEqual(
      expect.arrayContaining([
        "user.response.body.id",
        "user.response.status",
        "user.response.headers",
        "user.request.body.email",
        "user.request.body.metadata.source",
      ]),
    );
    expect(earlier.filter((label) => label.startsWith("own."))).toEqual([]);
  });

  it("below what is expected the request's own values are offered, and not its reply", () => {
    const own = labels(sequence('"expect": { "body": { "user_id": "{{|}}" } }'));
    expect(own).toContain("own.request.body.user_id");
    expect(own.filter((label) => label.startsWith("own.response"))).toEqual([]);
  });

  const named = (name: string, sent = "Ada") =>
    `{ "operation": "membership.users.create", "name": "${name}", "body": { "name": "${sent}", "${sent}": 1 } }`;

  it("of requests of one name the latest before is offered, and once", () => {
    const earlier = labels(
      `[${named("a", "first")}, ${named("a", "second")}, ${body("{{|}}")}, ${named("a", "third")}]`,
    );
    expect(earlier.length).toBe(new Set(earlier).size);
    expect(earlier).toContain("a.request.body.second");
    expect(earlier).not.toContain("a.request.body.first");
    expect(earlier).not.toContain("a.request.body.third");
    expect(earlier).toContain("a.response.body.id");
  });

  it("below what is expected the request's own values hide those of another of its name", () => {
    const own = `{ "operation": "membership.users.create", "name": "a", "body": { "own": 1 }, "expect": { "body": { "id": "{{|}}" } } }`;
    const found = labels(`[${named("a", "first")}, ${own}]`);
    expect(found).toContain("a.request.body.own");
    expect(found).not.toContain("a.request.body.first");
    expect(found).toContain("a.response.body.id");
  });

  it("of a great many those are offered that fit what is typed, and the rest is asked for again", () => {
    const many = Array.from({ length: 1000 }, (_, index) => named(`request${index}`)).join(", ");
    for (const last of [
      body("{{request777|}}"),
      '{ "operation": "cloud-v1.servers.create", "body": { "name": "request777|" } }',
    ]) {
      const { file, offset } = atCursor(`[${many}, ${last}]`);
      const { items, isIncomplete } = complete(file, offset, now);
      const found = items.map(({ label }) => label);
      expect(isIncomplete).toBe(true);
      expect(found.length).toBeLessThan(130);
      expect(found.some((label) => label.includes("request777.response.body.id"))).toBe(true);
    }
    const { file, offset } = atCursor(`[${named("a")}, ${body("{{|}}")}]`);
    expect(complete(file, offset, now).isIncomplete).toBe(false);
  });

  it("items of lists are reached", () => {
    const text = `[{ "operation": "membership.users.list", "name": "all" }, ${body("{{|}}")}]`;
    expect(labels(text)).toContain("all.response.body.data[0].id");
  });
});

describe("as a whole value", () => {
  it("a random number is offered where a number belongs, and only there", () => {
    const text = (query: string) => `{ "operation": "cloud-v1.servers.list", "query": { ${query} } }`;
    expect(labels(text('"limit": |'))).toContain("{{$randomInt 1 100}}");
    expect(labels(text('"region": |'))).not.toContain("{{$randomInt 1 100}}");
  });
});

describe("a hover", () => {
  it.for([
    ["{{$timest|amp -1 d}}", "2026-01-30T09:00:00.000Z"],
    ["{{$uu|id}}", "for example"],
    ["{{$random|Int 5 6}}", "`5`"],
    ["{{$timest|amp 1}}", "Becomes nothing"],
    ["{{$process|Env CI_TOKEN}}", "`CI_TOKEN`"],
  ])("says what becomes of %s", ([text = "", said]) => {
    expect(words(body(text))).toContain(said);
  });

  it("shows a variable's value, and not that of a private one", () => {
    const known = withVariables(
      { name: "zone", value: "fra1", environment: "test" },
      { name: "token", value: "hidden", environment: "test", private: true },
    );
    expect(words(body("{{zo|ne}}"), known)).toContain("`fra1`");
    expect(words(body("{{tok|en}}"), known)).not.toContain("hidden");
  });

  it("shows what an earlier request sends", () => {
    expect(words(sequence('"headers": { "x": "{{user.request.body.na|me}}" }'))).toContain("`Ada`");
    expect(words(sequence('"headers": { "x": "{{user.request.body.n|o}}" }'))).toContain("no such value");
  });

  it("is of the latest before it, where several have the name", () => {
    const named = (sent: string) =>
      `{ "operation": "membership.users.create", "name": "a", "body": { "name": "${sent}" } }`;
    const text = `[${named("first")}, ${named("second")}, ${body("{{a.request.body.na|me}}")}, ${named("third")}]`;
    expect(words(text)).toContain("`second`");
  });

  it("says what is documented of an earlier reply's field", () => {
    const said = words(sequence('"headers": { "x": "{{user.response.body.created|_at}}" }'));
    expect(said).toContain("membership.users.create");
    expect(said).toContain("string");
  });
});

describe("a variable of the process", () => {
  const knowing = (processVariables: readonly string[] | null) =>
    workspaceWith({ settings: { environment: "sandbox", processVariables } });
  const text = body("{{$processEnv CI_TOKEN}}");
  const marked = body("{{$processEnv CI_|TOKEN}}");
  const unknown = (known: Known, of = text) =>
    found(of, undefined, known).filter(([code]) => code === "unknown-variable");

  it("is a finding where it is known not to be set", () => {
    expect(unknown(knowing([]))).toEqual([["unknown-variable", 2, "$processEnv CI_TOKEN"]]);
    expect(unknown(knowing(["CI_TOKEN"]))).toEqual([]);
    expect(words(marked, knowing(["PATH"]))).toContain("The editor's has none of this name");
    expect(words(marked, knowing(["PATH"]))).not.toContain("PATH");
    expect(words(marked, knowing(["CI_TOKEN"]))).toContain("It is set here: its value is filled in when");
  });

  it("is none where nobody knows which process will send: on the command line, in a folder not trusted", () => {
    expect(unknown(knowing(null))).toEqual([]);
    expect(words(marked, knowing(null))).toMatch(
      /Its value is filled in when the request is sent, and not shown/,
    );
  });

  it("keeps a request from being sent as long as it is not set", () => {
    const problems = (known: Known) =>
      resolveRequests(fileOf(text, undefined, known), {
        uuid: () => "",
        now: () => now,
        random: () => 0,
      }).flatMap((request) => request.problems);
    expect(problems(knowing([]))).toMatchObject([{ blocks: true }]);
    expect(problems(knowing(["CI_TOKEN"]))).toEqual([]);
  });

  it("is never one of ours", () => {
    const key = body("{{$processEnv SWITCHBOARD_KEY_DEPLOY}}");
    for (const known of [null, ["SWITCHBOARD_KEY_DEPLOY"]])
      expect(unknown(knowing(known), key)).toHaveLength(1);
    expect(words(body("{{$processEnv SWITCHBOARD_|KEY_DEPLOY}}"))).toContain("It is not filled in");
  });
});

describe("what can have no value", () => {
  const unknown = (text: string) =>
    found(text)
      .filter(([code]) => code === "unknown-variable")
      .map(([, , marked]) => marked);

  it.for([
    ["{{$timestamp -1 d}}", []],
    ["{{$processEnv HOME}}", []],
    ["{{$randomInt 1 5}}", []],
    ["{{$timestamp -1 decades}}", ["$timestamp -1 decades"]],
    ["{{$randomInt 5 1}}", ["$randomInt 5 1"]],
    ["{{$processEnv}}", ["$processEnv"]],
    ["{{$processEnv A=B}}", ["$processEnv A=B"]],
    ["{{$uid}}", ["$uid"]],
  ] as const)("is a finding: %s", ([text, marked]) => {
    expect(unknown(body(text))).toEqual(marked);
  });

  it("is a later request, and a request's own values but in what it expects", () => {
    expect(unknown(sequence('"expect": { "body": { "user_id": "{{own.request.body.user_id}}" } }'))).toEqual(
      [],
    );
    expect(unknown(sequence('"headers": { "x": "{{own.request.body.user_id}}" }'))).toEqual([
      "own.request.body.user_id",
    ]);
    expect(unknown(sequence('"expect": { "body": { "x": "{{own.response.body.id}}" } }'))).toEqual([
      "own.response.body.id",
    ]);
    expect(unknown(sequence('"headers": { "x": "{{usr.request.body.name}}" }'))).toEqual([
      "usr.request.body.name",
    ]);
  });
});
