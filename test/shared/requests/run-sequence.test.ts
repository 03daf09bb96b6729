import { describe, expect, it } from "vitest";
import { operationsOf } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import { RequestError } from "../../../shared/http/errors.ts";
import type { Exchange } from "../../../shared/http/send.ts";
import { type Earlier, prepare } from "../../../shared/requests/fill-request.ts";
import { runSequence, type Step, type StepResult } from "../../../shared/requests/run-sequence.ts";

const [operation] = operationsOf(apis);
if (!operation) throw new Error("There are no operations.");
const step = (more: Partial<Step>): Step => ({ operation, values: {}, ...more });
const answered = (body: unknown, status = 200): Exchange => ({
  status,
  headers: {},
  body,
  text: JSON.stringify(body),
  attempts: 1,
  notes: [],
});
const refused = (status: number, body: unknown, fault = {}) =>
  new RequestError("refused", `Refused because of s3cret, with ${status}.`, {
    outcome: status >= 500 ? "unknown" : "rejected",
    fault: { status, message: "no", ...fault },
    reply: { status, headers: {}, text: JSON.stringify(body) },
  });

/** @param answers what each request is answered, in order; an error is thrown */
async function run(steps: Step[], answers: (Exchange | Error | undefined)[], signal?: AbortSignal) {
  const sent: unknown[] = [];
  const earlier = new Map<string, Earlier>();
  let time = 0;
  const results: StepResult<Step>[] = [];
  const running = runSequence(steps, {
    earlier,
    hidden: () => new Map([["secret:K", "s3cret"]]),
    now: () => (time += 5),
    ...(signal && { signal }),
    async send(_, values) {
      sent.push(values);
      const answer = answers[sent.length - 1];
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  for await (const result of running) results.push(result);
  return { sent, results, states: results.map(({ state }) => state) };
}

describe("requests in order", () => {
  it("have what earlier ones were answered", async () => {
    const { sent, states } = await run(
      [
        step({ name: "a" }),
        step({
          values: { path: { id: "{{a.response.body.id}}" } },
          expect: { body: { of: "{{a.response.body.id}}" } },
        }),
      ],
      [answered({ id: "1" }), answered({ of: "1" })],
    );
    expect(sent).toEqual([{}, { path: { id: "1" } }]);
    expect(states).toEqual(["held", "held"]);
  });

  it("stop at the first whose reply is not as expected", async () => {
    const { sent, states, results } = await run(
      [step({ expect: { status: 201 } }), step({})],
      [answered({}), answered({})],
    );
    expect(sent).toHaveLength(1);
    expect(states).toEqual(["missed", "skipped"]);
    expect(results[0]?.findings).toMatchObject([
      { at: ["expect", "status"], missed: { expected: 201, actual: 200 } },
    ]);
  });

  it("stop at the first that is refused, and say at which field", async () => {
    const { states, results } = await run([step({}), step({})], [refused(422, {}, { field: "email" })]);
    expect(states).toEqual(["failed", "skipped"]);
    expect(results[0]?.findings).toEqual([{ at: "email", message: "no" }]);
  });

  it("say that nobody knows what became of one", async () => {
    const { states } = await run([step({}), step({})], [refused(503, {})]);
    expect(states).toEqual(["unknown", "skipped"]);
  });

  it("go on where the refusal is what is expected", async () => {
    const expectation = { status: "4xx", body: { error: { code: "taken" } } };
    const { states, results } = await run(
      [
        step({ name: "a", expect: expectation }),
        step({ values: { body: "{{a.response.body.error.code}}" } }),
      ],
      [refused(409, { error: { code: "taken" } }), answered({})],
    );
    expect(states).toEqual(["held", "held"]);
    expect(results[0]?.error?.fault?.status).toBe(409);
    expect(results[1]?.shown).toEqual({ body: "taken" });
    const otherwise = await run(
      [step({ expect: expectation })],
      [refused(409, { error: { code: "other" } })],
    );
    expect(otherwise.states).toEqual(["missed"]);
  });

  it("say where an answer lacks what a later one asks of it", async () => {
    const { states, results } = await run(
      [step({ name: "a" }), step({ values: { path: { id: "{{a.response.body.id}}" } } })],
      [answered({})],
    );
    expect(states).toEqual(["held", "failed"]);
    expect(results[1]).toMatchObject({
      error: { outcome: "not-sent" },
      findings: [
        { at: ["path", "id"], message: 'The response of "a" has no body.id. Correct the placeholder.' },
      ],
    });
  });

  it.for<[string, unknown, unknown, unknown]>([
    ["a matcher", { $any: true }, { n: "{{a.response.body.x}}" }, { n: 1 }],
    ["a pattern", { $pattern: ".*" }, ["{{a.response.body.x}}"], ["text"]],
    ["a matcher within", { m: [{ $any: true }] }, "{{a.response.body.x}}", { m: [1] }],
    ["what an array has", { $type: "string" }, { n: { $contains: "{{a.response.body.x}}" } }, { n: ["x"] }],
    ["a range", { min: 0 }, { n: { $length: "{{a.response.body.x}}" } }, { n: "text" }],
    ["types", ["string", "number"], { n: { $type: "{{a.response.body.x}}" } }, { n: "text" }],
  ])("compare what was answered before as it stands: %s", async ([, x, body, answer]) => {
    const steps = [step({ name: "a" }), step({ expect: { body } })];
    expect((await run(steps, [answered({ x }), answered(answer)])).states).toEqual(["held", "missed"]);
    // Variables are filled in before it is prepared.
    const filled = JSON.parse(JSON.stringify(body).replace('"{{a.response.body.x}}"', JSON.stringify(x)));
    const known = step({ expect: { body: filled }, written: { body } });
    expect((await run([known], [answered(answer)])).states).toEqual(["missed"]);
  });

  it("hold where what was answered before is answered again, with whatever names", async () => {
    const x = { $any: true, $min: [{ $type: "string" }] };
    const again = step({ expect: { body: { n: "{{a.response.body.x}}" } } });
    const { states } = await run([step({ name: "a" }), again], [answered({ x }), answered({ n: x })]);
    expect(states).toEqual(["held", "held"]);
  });

  it("hold by the matchers that stand in the file, with values from an earlier answer", async () => {
    const expectation = {
      body: { n: { $min: "{{a.response.body.x}}", $length: { min: "{{a.response.body.x}}" } } },
    };
    const steps = [step({ name: "a" }), step({ expect: expectation })];
    const { results } = await run(steps, [answered({ x: 3 }), answered({ n: 2 })]);
    expect(results[1]?.findings.map(({ message }) => message)).toEqual([
      "Expected body.n to be a number, at least 3, found 2.",
      "Expected body.n to be a length of at least 3, found 2.",
    ]);
  });

  it.for<[unknown, unknown]>([
    ["2xx", "{{a.response.body.x}}"],
    [[200, 201], "{{a.response.body.x}}"],
    ["2xx", [404, "{{a.response.body.x}}"]],
  ])("hold a status that was answered before by itself: %j", async ([x, status]) => {
    const steps = [step({ name: "a" }), step({ expect: { status } })];
    expect((await run(steps, [answered({ x }), answered({})])).states).toEqual(["held", "missed"]);
    expect((await run(steps, [answered({ x: 200 }), answered({})])).states).toEqual(["held", "held"]);
  });

  it("compare what was sent as it stands", async () => {
    const sent = { name: "a", values: { body: { x: { $any: true } } } };
    const [own] = prepare([step({ ...sent, expect: { body: { n: "{{a.request.body.x}}" } } })], new Map());
    expect((await run(own ? [own] : [], [answered({ n: 1 })])).states).toEqual(["missed"]);
  });

  it("leave the rest where somebody gives up", async () => {
    expect((await run([step({}), step({})], [undefined])).states).toEqual(["skipped", "skipped"]);
    const stopped = AbortSignal.abort();
    expect((await run([step({})], [answered({})], stopped)).states).toEqual(["skipped"]);
  });

  it("never show a secret", async () => {
    const secret = step({
      values: { body: { k: "{{secret:K}}" } },
      expect: { body: { k: "{{secret:K}}", again: 1 } },
    });
    const missed = await run([secret], [answered({ k: "s3cret", again: "s3cret" })]);
    expect(missed.sent).toEqual([{ body: { k: "s3cret" } }]);
    expect(missed.states).toEqual(["missed"]);
    const { exchange: _, step: __, ...said } = missed.results[0] ?? {};
    expect(JSON.stringify(said)).not.toContain("s3cret");
    const failed = await run([secret], [refused(400, { k: "s3cret" })]);
    expect(String(failed.results[0]?.error?.message) + failed.results[0]?.error?.reply?.text).not.toContain(
      "s3cret",
    );
  });

  it("let through what is no failure of a request", async () => {
    await expect(run([step({})], [new Error("not ours")])).rejects.toThrow("not ours");
  });
});
