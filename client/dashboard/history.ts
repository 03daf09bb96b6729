/** What a dashboard's numbers have been while it was open. */
import type { Dashboard } from "../../shared/api.ts";
import type { Figure } from "./figures.ts";
import type { History } from "./messages.ts";

/** As many as a line of a few centimetres can show. */
const mostReadings = 60;

export const noHistory = ({ figures }: Dashboard): History => ({
  titles: figures.filter(({ kind }) => kind === "number").map(({ title }) => title),
  readings: [],
});

/** The history with one more reading; the oldest are dropped. */
export function recorded({ titles, readings }: History, at: number, figures: readonly Figure[]): History {
  const values = titles.map((title) => {
    const figure = figures.find((each) => each.title === title);
    return figure?.kind === "number" ? figure.value : null;
  });
  return { titles, readings: [...readings, { at, values }].slice(-mostReadings) };
}

/** The readings of one figure that have a value, oldest first. */
export function pointsOf({ titles, readings }: History, title: string): { at: number; value: number }[] {
  const index = titles.indexOf(title);
  return readings.flatMap(({ at, values }) => {
    const value = values[index];
    return typeof value === "number" ? [{ at, value }] : [];
  });
}
