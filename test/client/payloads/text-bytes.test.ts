import { expect, it } from "vitest";
import { bytesOfText } from "../../../client/payloads/text-bytes.ts";

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))));

it.for<[what: string, text: string, file: Uint8Array]>([
  ["a byte order mark, which an editor does not show", "{}\n", bytes([0xef, 0xbb, 0xbf], "{}\n")],
  ["ends of lines of both kinds, which an editor evens out", "{\r\n\r\n}", bytes("{\r\n\n}")],
  ["what is no UTF-8", '{"a":"\uFFFD"}', bytes('{"a":"', [0xf0, 0x9f, 0x98], '"}')],
  ["nothing", "", bytes("")],
])("the file's own bytes are taken with %s", ([, text, file]) => {
  expect(bytesOfText(text, file)).toBe(file);
});

it.for([
  ["that is not saved", "{}\n", undefined],
  ["whose file says something else", "{}\n", bytes("[]\n")],
  ["whose file is in another encoding", "{}", Buffer.from("\uFEFF{}", "utf16le")],
] as const)("the editor's are those of a text %s", ([, text, file]) => {
  expect(Buffer.from(bytesOfText(text, file)).toString()).toBe(text);
});
