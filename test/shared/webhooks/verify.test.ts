import { describe, expect, it } from "vitest";
import type { Api } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import { whatWouldMatch } from "../../../shared/webhooks/mismatch.ts";
import { apiOfPayload, readPayload } from "../../../shared/webhooks/payload.ts";
import {
  createReplays,
  signed,
  type SignatureSettings,
  staleness,
  verdictOf,
  verdictOfSignature,
} from "../../../shared/webhooks/verify.ts";

const apiOf = (slug: string) => apis.find((api) => api.slug === slug) as Api; // One of the ten.
const [content, marketplace, membership, social] = ["content", "marketplace", "membership", "social"].map(
  apiOf,
) as [Api, Api, Api, Api]; // As many as are named.
const bytes = Buffer.from('{"event":"order.completed","id":"evt_1","note":"é"}\n');
const hex: SignatureSettings = { secret: "whsec_a", encoding: "hex", prefix: "" };
const header = (value: string) => ({ "x-service-signature": value });

describe("the verdict", () => {
  it.for([
    hex,
    { ...hex, encoding: "base64" },
    { ...hex, prefix: "sha256=" },
    { ...hex, encoding: "base64", prefix: "v1," },
  ] as SignatureSettings[])(
    "is verified as $encoding with the prefix '$prefix', and for no other byte",
    (settings) => {
      const given = signed(bytes, "whsec_a", settings);
      expect(verdictOf(marketplace, bytes, header(given), settings).state).toBe("verified");
      for (let index = 0; index < bytes.length; index++) {
        const altered = Buffer.from(bytes);
        altered[index] = (altered[index] ?? 0) ^ 1;
        expect(verdictOf(marketplace, altered, header(given), settings).state).toBe("wrong");
      }
      for (const odd of [` ${given}`, `${given} `, `${given},${given}`, given.slice(0, -1), `x${given}`])
        expect(verdictOf(marketplace, bytes, header(odd), settings).state, odd).toBe("wrong");
    },
  );

  it("of content is unsigned, whatever it carries", () => {
    const verdict = verdictOf(content, bytes, header(signed(bytes, "whsec_a", hex)), {
      ...hex,
      algorithm: "HMAC-SHA256",
    });
    expect(verdict).toEqual({
      state: "unsigned",
      reason: "The documents show no signature of content webhooks.",
    });
  });

  it("without the header is unsigned", () => {
    for (const headers of [{}, header("")])
      expect(verdictOf(marketplace, bytes, headers, hex)).toEqual({
        state: "unsigned",
        reason: "The header X-Service-Signature is missing.",
      });
  });

  it("says that the algorithm is not documented, and that a choice is a choice", () => {
    const given = signed(bytes, "whsec_a", hex);
    for (const api of [membership, social]) {
      expect(verdictOf(api, bytes, header(given), hex)).toEqual({
        state: "unchecked",
        reason: `The algorithm of ${api.slug} signatures is not documented, and none is chosen.`,
      });
      const chosen = verdictOfSignature(api, bytes, given, { ...hex, algorithm: "HMAC-SHA256" });
      expect(chosen.state).toBe("verified");
      expect(chosen.reason).toContain("which is a choice: the documents show no algorithm");
    }
    expect(verdictOfSignature(marketplace, bytes, given, hex).reason).not.toContain("choice");
  });

  it("without a secret is that nothing was checked", () => {
    for (const settings of [
      { encoding: "hex", prefix: "" },
      { ...hex, secret: "" },
    ] as SignatureSettings[])
      expect(verdictOf(marketplace, bytes, header("00".repeat(32)), settings)).toEqual({
        state: "unchecked",
        reason: "No webhook secret is set for marketplace.",
      });
  });
});

describe("what would make a wrong signature match", () => {
  const text = bytes.toString();
  const live = { name: "the secret of live", secret: "whsec_live" };
  const secrets = [{ name: "the secret of test", secret: "whsec_a" }, live];
  const sign = (body: string | Uint8Array, more: Partial<SignatureSettings> = {}) => {
    const settings = { ...hex, ...more };
    return signed(Buffer.from(body), settings.secret ?? "", settings);
  };
  const cases: [what: string, body: string, given: string, said: string][] = [
    ["a newline too many", text, sign(text.trimEnd()), "without the newline at the end"],
    ["a newline too few", text.trimEnd(), sign(text), "with a newline at the end"],
    ["CRLF at the end", text.trimEnd(), sign(`${text.trimEnd()}\r\n`), "with CRLF at the end"],
    ["CRLF made of LF", '{\r\n"a":1\r\n}', sign('{\n"a":1\n}'), "with LF in place of CRLF"],
    ["LF made of CRLF", '{\n"a":1\n}', sign('{\r\n"a":1\r\n}'), "with CRLF in place of LF"],
    ["a byte order mark", `\ufeff${text}`, sign(text), "match without the byte order mark."],
    [
      "a byte order mark, with white space",
      `\ufeff ${text}`,
      sign(text.trim()),
      "match without the byte order mark, without the white space around the body.",
    ],
    [
      "white space beside a byte order mark",
      `\ufeff${text}`,
      sign(`\ufeff${text.trim()}`),
      "without the newline",
    ],
    [
      "JSON that was indented below a byte order mark",
      '\ufeff{\n  "a": [1, 2]\n}',
      sign('{"a":[1,2]}'),
      "written anew without white space",
    ],
    [
      "JSON that was indented",
      '{\n  "a": [1, 2]\n}',
      sign('{"a":[1,2]}'),
      "written anew without white space",
    ],
    [
      "JSON that was packed",
      '{"a":[1,2]}',
      sign('{\n  "a": [\n    1,\n    2\n  ]\n}'),
      "indented by two blanks",
    ],
    ["JSON of Python", '{"a":[1,"é"]}', sign('{"a": [1, "\\u00e9"]}'), "with blanks after colons and commas"],
    ["base64 in place of hex", text, sign(text, { encoding: "base64" }), "read as base64"],
    ["another stored secret", text, sign(text, { secret: live.secret }), "by the secret of live"],
    ["a prefix", text, sign(text, { prefix: "sha256=" }), 'with the prefix "sha256="'],
    ["blanks around it", text, ` ${sign(text)}`, "without the blanks around it"],
    [
      "a time beside it",
      text,
      `t=1492774577,v1=${sign(text)}`,
      'several values in the header, with the prefix "v1="',
    ],
    ["one of two", text, `v0=${"0".repeat(64)}; v1=${sign(text)}`, "as one of several values in the header"],
    [
      "a header that came twice",
      text,
      `${sign(text)}, ${sign(text)}`,
      "match as one of several values in the header.",
    ],
    [
      "two in base64",
      text,
      `v1,${"A".repeat(43)}= v1,${sign(text, { encoding: "base64" })}`,
      "several values",
    ],
    ["quotes", text, `"${sign(text)}"`, "match without the quotes."],
    ["quotes behind a name", text, `v1="${sign(text)}"`, 'match with the prefix "v1=", without the quotes.'],
    ["a sign of hex", text, `0x${sign(text)}`, 'match without "0x".'],
    [
      "colons",
      text,
      sign(text).replaceAll(/..(?=.)/g, "$&:"),
      "match without what stands between its bytes.",
    ],
    [
      "blanks between",
      text,
      sign(text).replaceAll(/..(?=.)/g, "$& "),
      "match without what stands between its bytes.",
    ],
    ["brackets", text, `{"v1":"${sign(text)}"}`, "match without what stands around it."],
    [
      "brackets around base64",
      text,
      `<${sign(text, { encoding: "base64" })}>`,
      "base64, without what stands around it.",
    ],
    [
      "three at once",
      text.trimEnd(),
      sign(text, { secret: live.secret, encoding: "base64", prefix: "v1=" }),
      'with a newline at the end, by the secret of live, read as base64, with the prefix "v1="',
    ],
  ];
  it.for(cases)("is named: %s", ([, body, given, said]) => {
    const sentence = whatWouldMatch(Buffer.from(body), given, hex, secrets);
    expect(sentence).toContain(said);
    expect(sentence).toMatch(/^It would match .*\. That does not make it verified\.$/);
    expect(verdictOf(marketplace, Buffer.from(body), header(given), hex).state).toBe("wrong");
  });

  it("is the blanks around a signature that has its prefix", () => {
    const settings = { ...hex, prefix: "sha256=" };
    for (const given of [`${sign(text, settings)} `, ` ${sign(text, settings)}`, `sha256= ${sign(text)}`])
      expect(whatWouldMatch(bytes, given, settings, secrets)).toBe(
        "It would match without the blanks around it. That does not make it verified.",
      );
  });

  it("is a secret that was copied with its line's end", () => {
    const copied = [{ name: "the secret of test", secret: "whsec_a\n" }];
    expect(whatWouldMatch(bytes, sign(text), hex, copied)).toContain(
      "by the secret of test without the blanks around it",
    );
  });

  it("is nothing for a tampered byte, bytes that are no text, and what is nested without end", () => {
    expect(whatWouldMatch(Buffer.from(text.replace("1", "2")), sign(text), hex, secrets)).toBeUndefined();
    expect(whatWouldMatch(Buffer.from([0xff]), sign(text), hex, secrets)).toBeUndefined();
    const deep = "[".repeat(200_000) + "]".repeat(200_000);
    expect(whatWouldMatch(Buffer.from(deep), sign(text), hex, secrets)).toBeUndefined();
  });

  it("is said where there is no digest at all", () => {
    for (const given of [
      "yes",
      "",
      "t=1,v1=ab",
      '""',
      "0x",
      "a".repeat(65),
      "ab:".repeat(31),
      "v1=,v1=",
      "=".repeat(5000),
    ])
      expect(whatWouldMatch(bytes, given, hex, secrets), given).toContain("holds no digest of 32 bytes");
    for (const other of ["t=1,v1=<>", '"<>"', "0x<>", "<>, <>", "[<>]"]) {
      const given = other.replaceAll("<>", "ab".repeat(32));
      expect(whatWouldMatch(bytes, given, hex, secrets), given).toBeUndefined();
    }
  });
});

describe("a payload", () => {
  it("is read for its event, identifier, time and record, as far as these are documented", () => {
    for (const api of [content, marketplace, membership])
      for (const [event, { samples }] of Object.entries(api.events)) {
        const payload = readPayload(api, Buffer.from(JSON.stringify(samples[0])));
        expect(payload).toMatchObject({ event, time: expect.any(Number) });
        expect(payload.id !== undefined).toBe(api !== content);
        expect(payload.subject).toMatch(/^[a-z]+_/);
        expect(apiOfPayload(apis, samples[0])).toBe(api);
      }
    expect(readPayload(social, Buffer.from('{"event":"follow","id":"x"}'))).toEqual({
      value: { event: "follow", id: "x" },
    });
  });

  it.for([
    [Buffer.from([0x22, 0xff, 0x22]), "not valid UTF-8"],
    [Buffer.from("{"), "not JSON"],
    [Buffer.from(""), "not JSON"],
  ] as const)("that cannot be read says why", ([odd, why]) => {
    expect(readPayload(marketplace, odd).problem).toContain(why);
  });

  it("with texts of other kinds in its fields has none of them", () => {
    for (const text of ["null", "[]", "7", '{"event":1,"id":{},"timestamp":"-1","data":[]}'])
      expect(readPayload(marketplace, Buffer.from(text))).toEqual({ value: JSON.parse(text) });
    const proto = '{"__proto__":{"event":"order.completed"}}';
    expect(readPayload(marketplace, Buffer.from(proto)).event).toBeUndefined();
  });
});

it("a delivery is stale beyond the tolerance, before and after", () => {
  const now = Date.parse("2026-01-31T12:00:00Z");
  const at = (seconds: number) => staleness({ time: now + seconds * 1000 }, now, 300);
  expect([at(0), at(-300), at(300), at(-301), at(301)]).toEqual([undefined, undefined, undefined, 301, 301]);
  expect(staleness({}, now, 300)).toBeUndefined();
});

describe("replays", () => {
  const verified = { state: "verified", reason: "" } as const;
  it("are told by the identifier, of each API on its own", () => {
    const replays = createReplays();
    expect(replays.isReplay(marketplace, { id: "evt_1" }, verified)).toBe(false);
    expect(replays.isReplay(membership, { id: "evt_1" }, verified)).toBe(false);
    expect(replays.isReplay(marketplace, { id: "evt_1" }, verified)).toBe(true);
    expect(replays.isReplay(content, {}, verified)).toBe(false);
    expect(replays.isReplay(content, {}, verified)).toBe(false);
  });

  it.for(["wrong", "unsigned"] as const)("are not made by a forgery that came first: %s", (state) => {
    const replays = createReplays();
    expect(replays.isReplay(marketplace, { id: "evt_1" }, { state, reason: "" })).toBe(false);
    expect(replays.isReplay(marketplace, { id: "evt_1" }, verified)).toBe(false);
    expect(replays.isReplay(marketplace, { id: "evt_1" }, { state, reason: "" })).toBe(true);
  });

  it("are known of an API whose documents show no signature", () => {
    const replays = createReplays();
    const unsigned = { state: "unsigned", reason: "" } as const;
    expect(replays.isReplay(content, { id: "evt_1" }, unsigned)).toBe(false);
    expect(replays.isReplay(content, { id: "evt_1" }, unsigned)).toBe(true);
  });

  it("are known up to a bound", () => {
    const replays = createReplays(2);
    for (const id of ["evt_1", "evt_2", "evt_3"]) replays.isReplay(marketplace, { id }, verified);
    expect(replays.isReplay(marketplace, { id: "evt_3" }, verified)).toBe(true);
    expect(replays.isReplay(marketplace, { id: "evt_1" }, verified)).toBe(false);
  });
});
