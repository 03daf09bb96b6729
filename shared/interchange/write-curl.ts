/** A request as a cURL command of a shell. Keys and secrets are variables of the shell. */
import { quoteCmd } from "./cmd.ts";
import type { PlainRequest } from "./plain-request.ts";
import { quotePowerShell } from "./powershell.ts";
import { quoteSh } from "./sh.ts";
import type { Shell } from "./shells.ts";

export const writeCurl = (request: PlainRequest, shell: Shell): string => writers[shell](request);

const writers: Readonly<Record<Shell, (request: PlainRequest) => string>> = {
  sh: (request) => `curl ${[...optionsOf(request, quoteSh), ...bodyOf(request, quoteSh)].join(" \\\n  ")}`,
  cmd: (request) => {
    const ascii = inAscii(request);
    return `curl ${[...optionsOf(ascii, quoteCmd), ...bodyOf(ascii, quoteCmd)].join(" ^\n  ")}`;
  },
  /**
   * In Windows PowerShell `curl` is another program, and an argument loses its double quotes: the body is piped in, to
   * which every version adds a line break and nothing else.
   */
  powershell(request) {
    const { body, ...rest } = inAscii(request);
    const piped = body === undefined ? "" : `${quotePowerShell(body)} | `;
    const words = [
      ...optionsOf(rest, quotePowerShell),
      ...(body === undefined ? [] : ["--data-binary '@-'"]),
    ];
    return `${piped}curl.exe ${words.join(" `\n  ")}`;
  },
};

type Quote = (word: string) => string;

function optionsOf({ method, url, headers }: PlainRequest, quote: Quote): string[] {
  // cURL reads brackets and braces as a range of addresses.
  const glob = /[[\]{}]/.test(url) ? "--globoff " : "";
  return [
    `${glob}--request ${method} ${quote(url)}`,
    ...headers.map(([name, value]) => `--header ${quote(value === "" ? `${name};` : `${name}: ${value}`)}`),
  ];
}

/** `--data-raw` reads no file, whatever the body begins with. */
const bodyOf = ({ body }: PlainRequest, quote: Quote) =>
  body === undefined ? [] : [`--data-raw ${quote(body)}`];

/** Windows hands arguments to cURL in the code page of the system, which lacks most letters: JSON can do without them. */
function inAscii({ body, ...rest }: PlainRequest): PlainRequest {
  if (body === undefined) return rest;
  return {
    ...rest,
    body: body.replace(/[\x7F-\uFFFF]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  };
}
