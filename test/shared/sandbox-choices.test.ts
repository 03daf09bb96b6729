// What the sandbox decides is marked as such wherever people meet it.
import { describe, expect, it } from "vitest";
import { documentedRoute, operationsOf } from "../../shared/api.ts";
import { apis } from "../../shared/apis/index.ts";
import { operationsDocument } from "../../shared/derived/operations.ts";
import { choicesOfApi, choicesOfOperation } from "../../shared/sandbox-choices.ts";
import { sandbox } from "./sandbox/running.ts";

const choices = Object.fromEntries(apis.map((api) => [api.slug, choicesOfApi(api)]));
const ofOperations = operationsOf(apis).map(
  (operation) => [operation.id, operation, choicesOfOperation(operation)] as const,
);

it("among them are the 409 for capacity, digests in hex, and the secrets of membership and social", () => {
  const capacity = ofOperations.find(([id]) => id === "cloud-v1.servers.create")?.[2];
  expect(capacity).toContain("409 for a region without capacity");
  for (const slug of ["marketplace", "membership", "social"])
    expect(choices[slug]).toEqual(expect.arrayContaining(["webhook digests in hex", "the webhook secret"]));
  for (const slug of ["membership", "social"])
    expect(choices[slug]).toContain("HMAC-SHA256 for the webhook signature");
  expect(choices.marketplace).not.toContain("HMAC-SHA256 for the webhook signature");
  expect(choices.content).not.toContain("the webhook secret");
});

it.for(ofOperations)("%s: each route, status and reply that is not documented", ([, operation, own]) => {
  expect(own.some((choice) => choice.startsWith("the route "))).toBe(!documentedRoute(operation));
  expect(own.includes("the status of success")).toBe(operation.status === undefined);
  expect(own.includes("the fields of the reply")).toBe(!operation.reply && operation.status !== 204);
});

describe("they stand", () => {
  it("in the sandbox's directory", async () => {
    const { directory } = await sandbox();
    for (const [slug, own] of Object.entries(choices)) expect(directory.ownChoices[slug]).toEqual(own);
    for (const [id, , own] of ofOperations) expect(directory.ownChoices[id] ?? []).toEqual(own);
  });

  it("in docs/operations.md", () => {
    const { text } = operationsDocument(apis);
    for (const own of [...Object.values(choices), ...ofOperations.map(([, , own]) => own)])
      if (own.length > 0) expect(text).toContain(`The sandbox's own choice: ${own.join("; ")}.`);
  });
});
