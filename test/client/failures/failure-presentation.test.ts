import { expect, it } from "vitest";
import { Obstacle } from "../../../client/session/obstacle.ts";
import { failurePresentation, type Mend } from "../../../client/failures/failure-presentation.ts";
import { type FailureKind, RequestError } from "../../../shared/http/errors.ts";

const refused = (status: number) =>
  new RequestError("refused", `GET /x was refused with ${status}.`, {
    outcome: "rejected",
    fault: { status, message: "The API key is unknown." },
  });

const failed = (kind: FailureKind) => new RequestError(kind, `GET /x: ${kind}`, { outcome: "unknown" });

it.each<[string, unknown, boolean, Mend]>([
  ["a missing key", failed("no-credentials"), false, "set-key"],
  ["a sign-in that has ended", failed("signed-out"), true, "sign-in"],
  ["a refused key", refused(401), false, "set-key"],
  ["a refused key of the sandbox, which nobody sets", refused(401), true, "retry"],
  ["a missing permission", refused(403), false, "retry"],
  ["a missing address", new Obstacle("no-address", "none"), false, "set-address"],
  ["a wrong address", failed("invalid-request"), false, "set-address"],
  ["an undocumented route", failed("unbound"), false, "set-route"],
  ["a sandbox that is down", new Obstacle("sandbox-down", "down"), true, "start-sandbox"],
  ["another program at its address", new Obstacle("not-a-sandbox", "foreign"), true, "set-sandbox-address"],
  ["a sandbox that went down", failed("unreachable"), true, "start-sandbox"],
  ["an API that is down", failed("unreachable"), false, "retry"],
  ["an untrusted folder", new Obstacle("untrusted", "no"), false, "trust"],
  ["anything else", new TypeError("oops"), false, "retry"],
])("a click mends %s", (_, error, inSandbox, mend) => {
  const look = failurePresentation(error, { inSandbox });
  expect(look.mend).toBe(mend);
  expect(look.label).not.toBe("");
  expect(look.tooltip).not.toBe("");
});

it("says the fault in the API's own words, as plain text", () => {
  const error = new RequestError("refused", "long", {
    outcome: "rejected",
    fault: { status: 409, message: "busy\u202e\nnow" },
  });
  expect(failurePresentation(error, { inSandbox: false })).toMatchObject({
    label: "busy now",
    description: "409 · click to retry",
  });
});
