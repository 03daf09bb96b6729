/** The values of a figure over time as a line. */
import { scaleLinear } from "d3-scale";
import { area, line } from "d3-shape";
import { svg } from "../../pages/browser/element.ts";
import { clockWords, numberWords } from "./formats.ts";

export interface Point {
  at: number;
  value: number;
}

/** The height in CSS pixels, and what the last point and the stroke need around them. */
const height = 48;
const margin = 5;

/** Draws the line through at least two points. */
export function valueLine(title: string, points: readonly Point[], width: number): SVGSVGElement {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) throw new Error("A line needs points.");
  const values = points.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const x = scaleLinear([first.at, Math.max(last.at, first.at + 1)], [margin, width - margin]);
  // A value that stays is a line in the middle.
  const y = least === most ? () => height / 2 : scaleLinear([least, most], [height - margin, margin]);
  const across = (point: Point) => x(point.at);
  const up = (point: Point) => y(point.value);
  const label = `${title}: a line of ${points.length} readings, from ${numberWords(first.value)} to ${numberWords(last.value)}, least ${numberWords(least)}, most ${numberWords(most)}.`;
  return svg(
    "svg",
    { role: "img", "aria-label": label, class: "line", width, height, viewBox: `0 0 ${width} ${height}` },
    svg("path", { class: "under", d: area<Point>(across, height, up)(points) ?? "" }),
    svg("path", { class: "stroke", d: line<Point>(across, up)(points) ?? "" }),
    ...points.map((point) =>
      svg(
        "circle",
        { class: point === last ? "point last" : "point", cx: across(point), cy: up(point), r: 3.5 },
        svg("title", {}, `${numberWords(point.value)}, ${clockWords(point.at)}`),
      ),
    ),
  );
}
