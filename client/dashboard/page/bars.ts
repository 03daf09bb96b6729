/** A ranking as horizontal bars, as wide as the room that it gets. */
import { scaleBand, scaleLinear } from "d3-scale";
import { svg } from "../../pages/browser/element.ts";
import { numberWords } from "./formats.ts";

export interface Bar {
  label: string;
  value: number;
}

/** Sizes in CSS pixels. */
const rowHeight = 44;
const barTop = 22;
const barHeight = 10;
/** About the width of a digit in bold, and of a letter. */
const digitWidth = 9;
const letterWidth = 8;
/** The least that is seen of a value that is not nothing. */
const leastWidth = 2;

export function bars(rows: readonly Bar[], width: number, label: string): SVGSVGElement {
  const height = rows.length * rowHeight;
  const values = rows.map(({ value }) => value);
  const x = scaleLinear([Math.min(0, ...values), Math.max(0, ...values)], [0, width]);
  const y = scaleBand(rows.keys(), [0, height]);
  return svg(
    "svg",
    { role: "img", "aria-label": label, class: "bars", width, height, viewBox: `0 0 ${width} ${height}` },
    ...rows.map((row, index) => {
      const [left, right] = [x(Math.min(0, row.value)), x(Math.max(0, row.value))];
      const words = numberWords(row.value);
      const room = Math.max(0, width - words.length * digitWidth - 16);
      return svg(
        "g",
        { transform: `translate(0 ${y(index) ?? 0})` },
        svg("title", {}, `${row.label}: ${words}`),
        svg("rect", { class: "hover", width, height: rowHeight, rx: 3 }),
        // Wide letters end where the room does: an inner picture shows nothing outside of itself.
        svg(
          "svg",
          { width: room, height: barTop },
          svg("text", { y: barTop - 7 }, shortened(row.label, Math.floor(room / letterWidth))),
        ),
        svg("text", { class: "value", x: width, y: barTop - 7, "text-anchor": "end" }, words),
        svg("rect", { class: "track", y: barTop, width, height: barHeight, rx: barHeight / 2 }),
        svg("rect", {
          class: "bar",
          x: left,
          y: barTop,
          width: row.value === 0 ? 0 : Math.max(leastWidth, right - left),
          height: barHeight,
          rx: barHeight / 2,
        }),
      );
    }),
  );
}

const shortened = (text: string, room: number) => {
  const characters = Array.from(text);
  return characters.length > room ? `${characters.slice(0, Math.max(0, room - 1)).join("")}…` : text;
};
