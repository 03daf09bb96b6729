/** What a handler answered, as JSON with comments. Without vscode. */
import { STATUS_CODES } from "node:http";
import { plainText } from "../../shared/plain-text.ts";
import { type Answer, longestBody } from "../../shared/webhooks/handler.ts";
import { indentJson } from "../requests/indent-json.ts";

export interface SentPayload {
  address: string;
  /** Which bytes went: "the 188 bytes of the file". */
  what: string;
  /** With what they were signed, or why they were not, as a sentence. */
  signed: string;
}

export function answerDocument({ address, what, signed }: SentPayload, answer: Answer): string {
  const { status, failure, duration, body } = answer;
  const first =
    status === undefined
      ? ["No answer", ...(failure === undefined ? [] : [failure])]
      : [
          `${status} ${STATUS_CODES[status] ?? ""}`.trim(),
          `${Math.round(duration)} ms`,
          ...(failure === undefined ? [] : [`broken off: ${failure}`]),
        ];
  const lines = [
    first.join(" · "),
    `POST ${address}`,
    `Sent: ${what}.`,
    signed,
    ...(body.length >= longestBody ? [`The first ${longestBody} bytes of what came:`] : []),
  ];
  const head = lines.map((line) => `// ${plainText(line, 500)}\n`).join("");
  const shown = bodyText(body);
  return shown === "" ? head : `${head}\n${shown}\n`;
}

function bodyText(body: string): string {
  if (body.trim() === "") return "";
  try {
    JSON.parse(body);
    return indentJson(body);
  } catch {
    // The lines of what is no JSON.
    return body
      .trimEnd()
      .split(/\r\n?|\n/)
      .map((line) => `// ${plainText(line, 500)}`.trimEnd())
      .join("\n");
  }
}
