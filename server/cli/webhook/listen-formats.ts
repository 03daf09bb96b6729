/** How deliveries are written while they come. */
import { styleText } from "node:util";
import { escapedText, plainText } from "../../../shared/plain-text.ts";
import { relativeTime } from "../../../shared/relative-time.ts";
import { type Answer, answerText, isAccepted } from "../../../shared/webhooks/handler.ts";
import type { Delivery, Receiver } from "../../../shared/webhooks/receiver.ts";
import type { RegistrationState } from "../../../shared/webhooks/sandbox-registration.ts";
import type { Verdict } from "../../../shared/webhooks/verify.ts";
import { verdictWords } from "../../../shared/webhooks/verdict-words.ts";

/** Counted from one, so that an answer names its delivery. */
export interface Numbered extends Delivery {
  number: number;
}

export interface ListenFormat {
  /** @param sandbox its root address */
  begin(receiver: Receiver, sandbox: string, state: RegistrationState | undefined): string;
  /** Whether the sandbox sends here is different now. */
  sandbox(sandbox: string, state: RegistrationState | undefined): string;
  /** @param hint what would make a wrong signature match */
  delivery(delivery: Numbered, hint: string | undefined): string;
  /** @param again after how many milliseconds the delivery is tried again */
  answer(number: number, answer: Answer, again: number | undefined): string;
}

export const listenFormats: Record<string, (colored: boolean) => ListenFormat> = { pretty, ndjson };

const colors: Readonly<Record<Verdict["state"], "green" | "red" | "yellow">> = {
  verified: "green",
  wrong: "red",
  unsigned: "yellow",
  unchecked: "yellow",
};

function pretty(colored: boolean): ListenFormat {
  const style = (format: Parameters<typeof styleText>[0], text: string) =>
    colored ? styleText(format, text, { validateStream: false }) : text;
  return {
    begin({ addresses }, sandbox, state) {
      const lines = Object.entries(addresses).map(([slug, address]) => `${slug.padEnd(12)} ${address}\n`);
      return `Webhooks are received until Ctrl-C:\n\n${lines.join("")}\n${sandboxLine(sandbox, state)}`;
    },
    sandbox: sandboxLine,
    delivery({ number, api, at, payload, verdict, stale, isReplay }, hint) {
      const { event, id, subject, problem } = payload;
      const word = style(colors[verdict.state], verdictWords[verdict.state]);
      const said = [
        `#${number}`,
        timeOf(at),
        api.slug,
        plainText(event ?? problem ?? "event not shown", 80),
        ...(subject === undefined ? [] : [plainText(subject, 80)]),
        word,
        ...(isReplay ? [style("yellow", `came before as ${plainText(id ?? "", 80)}`)] : []),
        ...(stale === undefined || payload.time === undefined
          ? []
          : [style("yellow", `dated ${relativeTime(payload.time, at)}`)]),
      ];
      const more = verdict.state === "wrong" || verdict.state === "unchecked" ? [verdict.reason] : [];
      const lines = [...more, ...(hint === undefined ? [] : [hint])];
      return `${said.join("  ")}\n${lines.map((line) => `    ${plainText(line, 500)}\n`).join("")}`;
    },
    answer(number, answer, again) {
      const color = isAccepted(answer) ? "green" : "red";
      const text = plainText(answerText(answer), 300);
      const next = again === undefined ? "" : `, again in ${again / 1000} s`;
      return `    #${number} → ${style(color, text)}${next}\n`;
    },
  };
}

function sandboxLine(sandbox: string, state: RegistrationState | undefined): string {
  if (state === "here") return `The sandbox at ${sandbox} sends its webhooks there.\n`;
  return state === "elsewhere"
    ? `The sandbox at ${sandbox} sends its webhooks elsewhere.\n`
    : `No sandbox runs at ${sandbox}. One that starts later is found.\n`;
}

/** Of the day, where this machine is. */
const timeOf = (at: number) => new Date(at).toTimeString().slice(0, 8);

function ndjson(): ListenFormat {
  const line = (value: unknown) => `${escapedText(JSON.stringify(value))}\n`;
  return {
    begin: ({ url, addresses }, sandbox, state) =>
      line({ kind: "listening", url, addresses, ...(state === "here" && { sandbox }) }),
    sandbox: (sandbox, state) => line({ kind: "sandbox", sandbox, state }),
    delivery({ number, api, at, bytes, headers, payload, verdict, stale, isReplay }, hint) {
      const { event, id, subject, problem } = payload;
      return line({
        kind: "delivery",
        number,
        at: new Date(at).toISOString(),
        api: api.slug,
        event,
        id,
        subject,
        problem,
        verdict: verdict.state,
        reason: verdict.reason,
        hint,
        stale,
        replay: isReplay,
        headers,
        body: Buffer.from(bytes).toString("base64"),
      });
    },
    answer: (number, { status, failure, duration, body }, again) =>
      line({ kind: "answer", number, status, failure, duration: Math.round(duration), body, again }),
  };
}
