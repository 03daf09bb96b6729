/** What a list shows of an entry, in words. Without vscode. */
import { plainText } from "../../shared/plain-text.ts";
import { filledRoute } from "../../shared/routes.ts";
import { dateWords, momentWords } from "../text/clock-words.ts";
import type { Entry } from "./entry.ts";

/** An entry without values and bodies. */
export interface Head {
  id: string;
  /** Milliseconds since 1970. */
  begun: number;
  duration: number;
  operation: string;
  title: string;
  name?: string | undefined;
  environment: string;
  method: string;
  /** With its values in place of the parameters. */
  path: string;
  /** Undefined when no reply came. */
  status?: number | undefined;
  /** Undefined of a success. */
  failure?: NonNullable<Entry["failure"]> | undefined;
}

export function headOf(
  id: string,
  { begun, duration, operation, title, name, environment, route, values, reply, failure }: Entry,
): Head {
  return {
    id,
    begun,
    duration,
    operation,
    title,
    name,
    environment,
    method: route.method,
    path: filledRoute(route, values?.path).path,
    status: reply?.status ?? failure?.status,
    failure,
  };
}

export const labelOf = ({ name, title }: Head): string => plainText(name ?? title, 100);

/** `200 · 120 ms · sandbox` */
export const descriptionOf = ({ status, duration, environment }: Head): string =>
  [status ?? "no reply", `${duration} ms`, plainText(environment, 40)].join(" · ");

/** Theme colours that can be read on light and dark ground, with a shape that says the same. */
export function lookOf({ method, failure }: Head): { icon: string; color: string; meaning: string } {
  if (!failure) return { icon: "pass", color: "charts.green", meaning: "Succeeded" };
  return failure.outcome === "unknown" && method !== "GET"
    ? {
        icon: "question",
        color: "charts.yellow",
        meaning: "It is not known whether it was carried out",
      }
    : { icon: "error", color: "charts.red", meaning: "Failed" };
}

/** The lines of a tooltip. */
export const linesOf = (head: Head): string[] =>
  [
    `${head.operation} · ${momentWords(head.begun)}`,
    `${head.method} ${head.path}`,
    descriptionOf(head),
    ...(head.failure ? [head.failure.message] : []),
  ].map((line) => plainText(line, 300));

export interface Day {
  /** The same at every call. */
  key: string;
  label: string;
  heads: readonly Head[];
}

/** A node of the view. */
export type HistoryNode = { kind: "day"; day: Day; isFirst: boolean } | { kind: "entry"; head: Head };

/** In the order given. The days are those of this machine's clock. */
export function daysOf(heads: readonly Head[], now: number): Day[] {
  const days = Map.groupBy(heads, ({ begun }) => new Date(begun).toDateString());
  const today = new Date(now);
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  const names = new Map([
    [today.toDateString(), "Today"],
    [yesterday.toDateString(), "Yesterday"],
  ]);
  return [...days].map(([day, own]) => ({
    key: day,
    label: names.get(day) ?? `${weekdayOf(own[0]?.begun ?? now)}, ${dateWords(own[0]?.begun ?? now)}`,
    heads: own,
  }));
}

const weekdayOf = (time: number) => new Date(time).toLocaleDateString("en-GB", { weekday: "long" });
