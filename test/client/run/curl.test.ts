import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { curlOf } from "../../../client/run/curl.ts";
import { operationsOf, type RequestValues, type Route } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";

function curl(id: string, route: Route, values: RequestValues): string {
  const operation = operationsOf(apis).find((each) => each.id === id);
  if (!operation) throw new Error(`There is no ${id}.`);
  const target = { environment: "live", baseUrl: "https://api.example.com/v1", route };
  return curlOf({ operation, target, values });
}

/** What a shell hands to curl. */
const words = (command: string, env: Record<string, string>) =>
  execFileSync("sh", ["-c", `curl() { for word; do printf '%s\\0' "$word"; done; }; ${command}`], {
    env: { PATH: process.env.PATH ?? "", ...env },
    encoding: "utf8",
  })
    .split("\0")
    .slice(0, -1);

describe("a request as cURL", () => {
  it("has variables in place of keys", () => {
    const route = { method: "GET", path: "/servers" } as const;
    expect(
      curl("cloud-v1.servers.list", route, { query: { region: "fra1", limit: 5 } }),
    ).toBe(`curl --request GET 'https://api.example.com/v1/servers?region=fra1&limit=5' \\
  --header 'authorization: Bearer '"$SWITCHBOARD_KEY_CLOUD_V1"`);
    expect(curl("social.users.list", route, {})).toContain('"$SWITCHBOARD_TOKEN_SOCIAL"');
  });

  it("sends no key where the operation hands one out", () => {
    const route = { method: "POST", path: "/oauth/token" } as const;
    const text = curl("social.auth.token", route, { body: { client_secret: "{{secret:SOCIAL}}" } });
    expect(text).not.toContain("authorization");
    expect(text).toContain(`--data-raw '{"client_secret":"'"$SOCIAL"'"}'`);
  });

  it("means to a shell what was sent, whatever stands in it", () => {
    const name = `it's $HOME \`ls\` "\n" ; & | * é`;
    const route = { method: "PATCH", path: "/users/{id}" } as const;
    const command = curl("membership.users.update", route, {
      path: { id: "a b/'c'{{secret:ID}}" },
      headers: { "Cancellation-Reason": "it's\ttime" },
      body: { name, note: "{{secret:a note}}" },
    });
    expect(words(command, { ID: "7", a_note: "*", SWITCHBOARD_KEY_MEMBERSHIP: "a $key" })).toEqual([
      "--request",
      "PATCH",
      "https://api.example.com/v1/users/a%20b%2F'c'7",
      "--header",
      "authorization: Bearer a $key",
      "--header",
      "content-type: application/json",
      "--header",
      "Cancellation-Reason: it's\ttime",
      "--data-raw",
      JSON.stringify({ name, note: "*" }),
    ]);
  });
});
