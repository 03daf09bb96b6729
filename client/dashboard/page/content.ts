/** What has been read, as sections of the page. */
import type { Figure } from "../figures.ts";
import { pointsOf } from "../history.ts";
import type { History, Reading } from "../messages.ts";
import { bars } from "./bars.ts";
import { element } from "../../pages/browser/element.ts";
import { valueLine } from "./line.ts";
import { picture } from "./picture.ts";
import { changeWords, clockWords, momentWords, numberWords } from "./formats.ts";

/** The figures that are one value each. */
export function cards(figures: readonly Figure[], history: History): HTMLElement {
  return element(
    "section",
    { "aria-labelledby": "figures" },
    element("h2", { id: "figures", class: "unseen" }, "Figures"),
    element("ul", { class: "cards", role: "list" }, ...figures.map((figure) => card(figure, history))),
  );
}

function card(figure: Figure, history: History): HTMLElement {
  const { title, note, open, kind } = figure;
  const points = pointsOf(history, title);
  const [first, last] = [points[0], points.at(-1)];
  return element(
    "li",
    { class: "card", title: open || undefined },
    element("h3", {}, title),
    element("p", { class: kind === "number" ? "value" : "value words" }, valueWords(figure)),
    ...(note ? [element("p", { class: "note" }, note)] : []),
    ...(kind === "number" && first && last && first !== last
      ? [
          picture((width) => valueLine(title, points, width)),
          element("p", { class: "note" }, changeWords(first.value, last.value, first.at)),
        ]
      : []),
  );
}

function valueWords(figure: Figure): string {
  switch (figure.kind) {
    case "number":
      return numberWords(figure.value);
    case "text":
      return figure.value;
    case "moment":
      return momentWords(figure.value);
    case "ranking":
    case "unreadable":
      return "—";
  }
}

/** Each ranking as a picture with a table beside it. */
export function rankings(figures: readonly Figure[]): HTMLElement[] {
  return figures.flatMap((figure) => {
    if (figure.kind !== "ranking") return [];
    const { title, note, rows, labelTitle, valueTitle } = figure;
    return element(
      "section",
      { "aria-label": title },
      element("h2", {}, title),
      ...(note ? [element("p", { class: "note" }, note)] : []),
      rows.length === 0
        ? element("p", { class: "empty" }, "There is nothing to rank.")
        : element(
            "div",
            { class: "beside" },
            picture((width) => bars(rows, width, `${title}: bars of ${valueTitle}, as in the table.`)),
            table(
              title,
              [labelTitle, valueTitle],
              rows.map(({ label, value, id }) => [
                id === undefined ? label : element("span", {}, label, element("small", {}, id)),
                numberWords(value),
              ]),
            ),
          ),
    );
  });
}

/** What the lines show, newest first. */
export function historyTable({ titles, readings }: History): HTMLElement {
  const name = "Since this dashboard was opened";
  return element(
    "section",
    { "aria-label": name },
    element("h2", {}, name),
    table(
      name,
      ["Read at", ...titles],
      readings
        .toReversed()
        .map(({ at, values }) => [
          clockWords(at),
          ...values.map((value) => (value === null ? "—" : numberWords(value))),
        ]),
    ),
  );
}

type Cell = string | HTMLElement;

function table(name: string, titles: readonly string[], rows: readonly Cell[][]): HTMLElement {
  const cells = (kind: "td" | "th", words: readonly Cell[]) =>
    words.map((each, index) =>
      index === 0
        ? element("th", { scope: kind === "th" ? "col" : "row" }, each)
        : element(kind, { class: "number", scope: kind === "th" && "col" }, each),
    );
  return element(
    "div",
    { class: "table", role: "region", tabindex: 0, "aria-label": `${name}, as a table` },
    element(
      "table",
      {},
      element("thead", {}, element("tr", {}, ...cells("th", titles))),
      element("tbody", {}, ...rows.map((row) => element("tr", {}, ...cells("td", row)))),
    ),
  );
}

/** The reply as it came: open where the figures do not say it all, and where it was open before. */
export function recordOf(
  { record, notes, figures }: Reading,
  { wasOpen }: { wasOpen: boolean },
): HTMLElement {
  const doubtful = notes.length > 0 || figures.length === 0;
  return element(
    "section",
    { "aria-label": "The whole reply" },
    ...(notes.length > 0
      ? [element("div", { class: "remark" }, ...notes.map((note) => element("p", {}, note)))]
      : []),
    element(
      "details",
      { open: doubtful || wasOpen },
      element("summary", {}, "The whole reply"),
      element("pre", { tabindex: 0, role: "region", "aria-label": "The reply as JSON" }, record),
    ),
  );
}
