import { expect, it } from "vitest";
import { findingsOf } from "../../../server/rules/findings.ts";
import { fileOf, withVariables } from "../marked.ts";

const variables = withVariables(
  { name: "map", value: '{"a":"x"}', json: { a: "x" }, environment: "test" },
  { name: "list", value: '["x"]', json: ["x"], environment: "test" },
  { name: "list", value: "x", environment: "live" },
  { name: "text", value: "{}", environment: "test" },
  { name: "nothing", value: "null", json: null, environment: "test" },
);
const wrong = (metadata: string) =>
  findingsOf(
    fileOf(
      JSON.stringify({
        operation: "membership.users.create",
        body: { email: "a@example.com", name: "A", metadata },
      }),
      undefined,
      variables,
    ),
  ).flatMap(({ code, message }) => (code === "wrong-type" ? [message] : []));

it("an object of an environment may stand where an object belongs", () => {
  expect(wrong("{{map}}")).toEqual([]);
  expect(wrong("{{ map }}")).toEqual([]);
});

it.for(["{{list}}", "{{text}}", "{{nothing}}", "{{nobody}}", "x{{map}}", "{{map}}{{map}}", "map"])(
  "what is no object may not: %s",
  (written) => {
    expect(wrong(written)).toHaveLength(1);
  },
);
