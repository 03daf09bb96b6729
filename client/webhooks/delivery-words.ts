/** What a list says of a delivery, in words. Without vscode. */
import { markdownCode, markdownText, plainText } from "../../shared/plain-text.ts";
import { type Answer, answerText, isAccepted } from "../../shared/webhooks/handler.ts";
import type { Delivery } from "../../shared/webhooks/receiver.ts";
import { verdictWords } from "../../shared/webhooks/verdict-words.ts";
import { clockWords, momentWords } from "../text/clock-words.ts";
import { counted } from "../text/counted.ts";
import type { Head } from "./delivery-head.ts";

/** What can be said of a delivery beside its signature. */
export type Mark = Head["verdict"]["state"] | "duplicate" | "stale" | "accepted" | "failed";

export const markWords: Readonly<Record<Mark, string>> = {
  ...verdictWords,
  duplicate: "duplicate",
  stale: "stale",
  accepted: "accepted by the handler",
  failed: "not accepted by the handler",
};

/** What is to be said of it as it came, the verdict on the signature first. */
export const verdictMarks = ({ verdict, isReplay, stale }: Head): Mark[] => [
  verdict.state,
  ...(isReplay ? ["duplicate" as const] : []),
  ...(stale === undefined ? [] : ["stale" as const]),
];

/** With what the handler has said. */
export const marksOf = (head: Head): Mark[] => [
  ...verdictMarks(head),
  ...(head.answer ? [isAccepted(head.answer) ? ("accepted" as const) : ("failed" as const)] : []),
];

/** Shapes that are told apart without their colours. */
export const marks: Readonly<Record<Mark, { icon: string; color?: string }>> = {
  verified: { icon: "verified", color: "charts.green" },
  wrong: { icon: "error", color: "charts.red" },
  unsigned: { icon: "circle-large-outline" },
  unchecked: { icon: "question", color: "charts.yellow" },
  duplicate: { icon: "copy", color: "charts.yellow" },
  stale: { icon: "watch", color: "charts.yellow" },
  accepted: { icon: "pass", color: "charts.green" },
  failed: { icon: "debug-disconnect", color: "charts.red" },
};

/** What a person should see first of it. */
export function lookOf(head: Head): { icon: string; color?: string } {
  const own = marksOf(head);
  const first = (["wrong", "failed", "duplicate", "stale"] as const).find((mark) => own.includes(mark));
  return marks[first ?? head.verdict.state];
}

export const labelOf = ({ event, problem }: Pick<Head, "event" | "problem">): string =>
  plainText(event ?? problem ?? "Event not shown", 100) || "Event not shown";

/** @param name of the record that it is about, where it is known */
export function descriptionOf(head: Head, name: string | undefined): string {
  const subject = name ?? head.subject;
  return [
    ...(subject === undefined ? [] : [plainText(subject, 60)]),
    ...(head.answer ? [`→ ${head.answer.status ?? "no answer"}`] : []),
    ...verdictMarks(head).map((mark) => markWords[mark]),
    clockWords(head.at),
    plainText(head.api, 40),
  ].join(" · ");
}

interface Beside {
  /** Of the record that it is about. */
  name?: string | undefined;
  /** What would make a wrong signature match. */
  hint?: string | undefined;
  /** The text of the handler's answer. */
  said?: string | undefined;
}

/** The lines of a tooltip, as Markdown. */
export function tooltipOf(head: Head, { name, hint, said = "" }: Beside): string {
  const { api, subject, delivery, verdict, stale, isReplay, problem, at, size, environment, answer } = head;
  const about = [
    ...(name === undefined ? [] : [markdownText(name)]),
    ...(subject === undefined ? [] : [markdownCode(subject)]),
  ].join(" ");
  const lines = [
    `**${markdownText(labelOf(head))}** of ${markdownCode(api)}`,
    ...(about === "" ? [] : [`About ${about}`]),
    `**${capital(markWords[verdict.state])}.** ${markdownText(verdict.reason)}`,
    ...(hint === undefined ? [] : [markdownText(hint)]),
    ...(isReplay
      ? [`**Duplicate.** A delivery with the identifier ${markdownCode(delivery ?? "")} came before.`]
      : []),
    ...(stale === undefined ? [] : [`**Stale.** Its own time is ${awayWords(stale)} away from its arrival.`]),
    ...(problem === undefined ? [] : [markdownText(problem)]),
    ...(answer
      ? [`**Forwarded** to ${markdownCode(answer.url)}: ${markdownText(forwardWords(answer))}`]
      : []),
    ...(said.trim() === "" ? [] : [markdownCode(said, 300)]),
    `${momentWords(at)} · ${counted(size, "byte")} · ${markdownText(environment, 40)}`,
  ];
  return lines.join("\n\n");
}

/** `204 in 12 ms`, `not reached: connect ECONNREFUSED, to be tried again after 5 s` */
export function forwardWords(answer: NonNullable<Head["answer"]>): string {
  const { status, failure, duration, again } = answer;
  const said = answerText({
    body: "",
    duration,
    ...(status !== undefined && { status }),
    ...(failure !== undefined && { failure }),
  });
  return again === undefined ? said : `${said}, to be tried again after ${again / 1000} s`;
}

/** One that comes, in a line of a terminal. */
export const lineOf = ({ at, api, payload, verdict, isReplay, stale }: Delivery): string =>
  [
    clockWords(at),
    api.slug,
    plainText(payload.event ?? payload.problem ?? "event not shown", 80),
    ...(payload.subject === undefined ? [] : [plainText(payload.subject, 80)]),
    verdictWords[verdict.state],
    ...(isReplay ? ["duplicate"] : []),
    ...(stale === undefined ? [] : ["stale"]),
  ].join(" · ");

/** How the handler has answered, in a line of a terminal. */
export const answerLine = (answer: Answer, again: number | undefined): string =>
  `→ ${answerText(answer)}${again === undefined ? "" : `, again in ${again / 1000} s`}`;

const awayWords = (seconds: number): string =>
  seconds < 120
    ? counted(seconds, "second")
    : seconds < 7200
      ? counted(Math.round(seconds / 60), "minute")
      : seconds < 172_800
        ? counted(Math.round(seconds / 3600), "hour")
        : counted(Math.round(seconds / 86_400), "day");

/** `1 delivery`, `17 deliveries` */
export const deliveriesWords = (count: number): string =>
  count === 1 ? "1 delivery" : `${count} deliveries`;

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
