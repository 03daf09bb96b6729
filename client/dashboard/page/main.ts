/** The dashboard's page: shows what the extension posts, and posts what a person does. */
import type { DashboardView, PageRequest } from "../messages.ts";
import { cards, historyTable, rankings, recordOf } from "./content.ts";
import { element } from "../../pages/browser/element.ts";
import { drawPictures } from "./picture.ts";
import { clockWords } from "./formats.ts";

/** What VS Code gives to the scripts of a webview. */
declare function acquireVsCodeApi(): {
  postMessage(message: PageRequest): void;
  setState(state: unknown): void;
};

const editor = acquireVsCodeApi();

const heading = element("h1");
const place = element("p", { class: "place" });
const status = element("p", { class: "status", role: "status" });
const refresh = element("button", { type: "button" }, "Refresh");
const from = element("input", { type: "date", id: "from" });
const to = element("input", { type: "date", id: "to" });
const period = element(
  "form",
  { class: "period", "aria-label": "Days" },
  element("label", { for: "from" }, "From"),
  from,
  element("label", { for: "to" }, "To"),
  to,
  element("button", { type: "submit", class: "secondary" }, "Show These Days"),
);
const failure = element("div", { role: "alert" });
const content = element("div", { class: "content" });
const main = element(
  "main",
  {},
  element(
    "header",
    {},
    element("div", {}, heading, place),
    element("div", { class: "reading" }, status, refresh),
  ),
  period,
  failure,
  content,
);

let shown: DashboardView | undefined;

function show(view: DashboardView): void {
  const before = shown;
  shown = view;
  editor.setState({ operation: view.operation, period: view.period });
  heading.textContent = view.title;
  place.replaceChildren(
    view.api,
    " · ",
    element("span", { class: view.real ? "environment real" : "environment" }, view.environment),
    ...(view.origin ? [` · ${view.origin}`] : []),
  );
  status.textContent = statusWords(view);
  main.setAttribute("aria-busy", String(view.busy));
  period.hidden = !view.period;
  if (view.period && JSON.stringify(view.period) !== JSON.stringify(before?.period)) {
    from.value = view.period.from;
    to.value = view.period.to;
  }
  if (JSON.stringify(view.failure) !== JSON.stringify(before?.failure)) showFailure(view);
  if (!before || JSON.stringify(view.latest) !== JSON.stringify(before.latest)) showContent(view);
}

function statusWords({ busy, notice, failure, latest }: DashboardView): string {
  const words = busy
    ? "Reading…"
    : !latest
      ? "Nothing read yet."
      : failure
        ? `Showing what was read at ${clockWords(latest.at)}.`
        : `Read at ${clockWords(latest.at)}.`;
  return notice ? `${notice} ${words}` : words;
}

function showFailure({ failure: current }: DashboardView): void {
  const hadFocus = failure.contains(document.activeElement);
  failure.replaceChildren();
  if (current) {
    const remedy = element("button", { type: "button" }, current.remedy);
    remedy.addEventListener("click", () => editor.postMessage({ type: "mend" }));
    failure.append(element("div", { class: "failure" }, element("p", {}, current.message), remedy));
  } else if (hadFocus) refresh.focus();
}

function showContent({ latest, history }: DashboardView): void {
  const wasOpen = content.querySelector("details")?.open ?? false;
  content.replaceChildren();
  if (!latest) return;
  const list = latest.figures.filter(({ kind }) => kind !== "ranking");
  if (list.length > 0) content.append(cards(list, history));
  content.append(...rankings(latest.figures));
  if (history.readings.length > 1 && history.titles.length > 0) content.append(historyTable(history));
  content.append(recordOf(latest, { wasOpen }));
  drawPictures();
}

refresh.addEventListener("click", () => editor.postMessage({ type: "refresh" }));
const judgeDays = () =>
  to.setCustomValidity(
    from.value && to.value && from.value > to.value ? "The last day is before the first." : "",
  );
from.addEventListener("input", judgeDays);
to.addEventListener("input", judgeDays);
period.addEventListener("submit", (event) => {
  event.preventDefault();
  editor.postMessage({ type: "period", period: { from: from.value, to: to.value } });
});
window.addEventListener("message", ({ data }: MessageEvent<DashboardView>) => show(data));
new ResizeObserver(drawPictures).observe(main);
document.body.append(main);
editor.postMessage({ type: "ready" });
