import { describe, expect, it } from "vitest";
import { looksLikeCurl, readCurlCommand } from "../../../shared/interchange/curl-command.ts";
import { readHttpFile } from "../../../shared/interchange/http-file.ts";
import { placeForRequest } from "../../../shared/interchange/place-for-request.ts";
import { Refusal } from "../../../shared/interchange/plain-request.ts";
import { type Shell, shells } from "../../../shared/interchange/shells.ts";
import { toOperation } from "../../../shared/interchange/to-operation.ts";
import { knownAt } from "./known.ts";

const many = 200_000;
const known = knownAt("https://api.example.com");

/** Texts that make a reader with a bad pattern try every way. */
const texts = [
  ..."'\"\\$`^%{}[]()#@|&;<>= \n\t,a/-".split("").map((character) => `curl ${character.repeat(many)}`),
  ...[
    "$'",
    "\\'",
    '\\"',
    "{a,",
    "%a",
    "a=b ",
    "/a",
    "-s ",
    "{{",
    "}}",
    "{{a}}",
    '""',
    "^\n",
    "`\n",
    "\\\n",
    "a@",
    "@'\n",
    "2>",
    "1 ",
    " 1>a",
    "<a ",
    "&>",
    "\u00A0",
  ].map((part) => `curl https://api.example.com/${part.repeat(many / 2)}`),
  `${"#\n".repeat(many)}curl x`,
  `${"a=b ".repeat(many)}curl x`,
  `"${'" '.repeat(many)}| curl x`,
  `curl $'${"a".repeat(many)}`,
  `curl '${"a".repeat(many)}`,
  `curl -d '${"\\\\".repeat(many)}' https://api.example.com/x`,
];

describe("whatever is pasted", () => {
  it("is read or refused, by each shell", () => {
    for (const text of texts)
      for (const shell of [undefined, ...Object.keys(shells)] as (Shell | undefined)[]) // The names of the table.
        try {
          looksLikeCurl(text);
          toOperation(readCurlCommand(text, shell), known);
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
        }
  });

  it("is a body, or is left out", () => {
    const request = { method: "POST", url: "https://api.example.com/cloud-v1/v1/servers", headers: [] };
    for (const part of ["/*", '"\\', '"', "{{", "{{a}}", "{{a", ",", "[", "//", "/", "#\n", " ", "\n", "1,"])
      for (const body of [part.repeat(many), `[${part.repeat(many)}`, `{"a":${part.repeat(many)}`])
        expect(toOperation({ request: { ...request, body }, leftOut: [], idle: [] }, known)).toHaveProperty(
          "mapped",
        );
  });

  it("has its place found, or none", () => {
    for (const text of texts) placeForRequest(`${text}[{}]${text}`, text.length + 1, text.length + 1);
  });

  it("is read as an .http file, without end of variables", () => {
    const variables = Array.from(
      "abcdefgh",
      (name, index) => `@${name}=${`{{${"abcdefgh"[index + 1] ?? "a"}}}`.repeat(100)}`,
    );
    const entries = readHttpFile(`${variables.join("\n")}\nGET https://api.example.com/{{a}}`);
    expect(entries).toHaveLength(1);
    for (const text of texts) readHttpFile(`POST https://a.example\n\n${text}\n${"\n".repeat(many)}x`);
  });
});
