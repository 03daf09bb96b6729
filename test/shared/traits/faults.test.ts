import { describe, expect, it } from "vitest";
import type { ApiFault } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";

const envelopeOf = (slug: string) => {
  const api = apis.find((each) => each.slug === slug);
  if (!api) throw new Error(`There is no API ${slug}.`);
  return api.faults;
};

describe("the error body of", () => {
  // As the documents show them.
  const bodies: [slug: string, body: object, fault: Omit<ApiFault, "status">][] = [
    [
      "cloud-v1",
      {
        error: {
          code: "insufficient_resources",
          message: "Full.",
          details: { region: "fra1", suggested_alternatives: ["ams3"] },
          request_id: "req_1",
        },
      },
      {
        code: "insufficient_resources",
        message: "Full.",
        details: { region: "fra1", suggested_alternatives: ["ams3"] },
        requestId: "req_1",
      },
    ],
    [
      "deploy",
      { error: "not_found", message: "No such project." },
      { code: "not_found", message: "No such project." },
    ],
    [
      "membership",
      {
        error: {
          code: "invalid",
          message: "Bad e-mail.",
          type: "request",
          param: "email",
          code_param: "format",
        },
      },
      {
        code: "invalid",
        message: "Bad e-mail.",
        field: "email",
        details: { type: "request", code_param: "format" },
      },
    ],
    [
      "admin",
      {
        error: { code: "VALIDATION_ERROR", message: "Bad name.", field: "name", details: { hint: "longer" } },
      },
      { code: "VALIDATION_ERROR", message: "Bad name.", field: "name", details: { hint: "longer" } },
    ],
    [
      "learning",
      {
        error: {
          code: "invalid_request",
          message: "No title.",
          documentation_url: "https://docs.example.com/e",
        },
      },
      { code: "invalid_request", message: "No title.", documentationUrl: "https://docs.example.com/e" },
    ],
    [
      "social",
      {
        success: false,
        error: {
          code: "VALIDATION_ERROR",
          message: "Bad input.",
          details: [{ field: "username", issue: "taken" }],
        },
      },
      {
        code: "VALIDATION_ERROR",
        message: "Bad input.",
        field: "username",
        details: [{ field: "username", issue: "taken" }],
      },
    ],
  ];

  it.for(bodies)("%s is read", ([slug, body, fault]) => {
    expect(envelopeOf(slug).read(400, body)).toEqual({ status: 400, ...fault });
  });

  it.for(bodies)("%s is written as it is read", ([slug, body, fault]) => {
    expect(envelopeOf(slug).write({ status: 400, ...fault })).toEqual(body);
  });

  it.for(apis.map((api) => [api.slug, api] as const))("%s is none for a body of another shape", ([, api]) => {
    for (const body of [
      null,
      undefined,
      "text",
      7,
      [],
      {},
      { error: {} },
      { error: null },
      { error: { message: 7 } },
      { data: [] },
    ])
      expect(api.faults.read(500, body)).toBeUndefined();
  });

  it("the four APIs that do not document it says so", () => {
    expect(apis.filter(({ faults }) => !faults.body).map(({ slug }) => slug)).toEqual([
      "cloud-v2",
      "creative",
      "content",
      "marketplace",
    ]);
  });

  it("deploy, where an error stands without a message, still says something", () => {
    expect(envelopeOf("deploy").read(404, { error: "not_found" })).toEqual({
      status: 404,
      code: "not_found",
      message: "not_found",
    });
  });

  it("membership is read from its own properties alone", () => {
    const inherited: unknown = Object.create({ error: { message: "No.", code: "no" } });
    expect(envelopeOf("membership").read(400, inherited)).toBeUndefined();
  });
});
