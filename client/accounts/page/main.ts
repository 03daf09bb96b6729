/** The accounts' page: shows what the extension posts, and posts what a person does. */
import { element, svg } from "../../pages/browser/element.ts";
import { type AccountCell, type AccountRow, type CellState, columns } from "../account-row.ts";
import type { AccountsView, PageRequest } from "../messages.ts";

/** What VS Code gives to the scripts of a webview. */
declare function acquireVsCodeApi(): { postMessage(message: PageRequest): void };

const editor = acquireVsCodeApi();

const place = element("p", { class: "place" });
const status = element("p", { class: "status", role: "status" });
const choose = button("Select Environment…", { type: "select-environment" });
const failure = element("div", { role: "alert" });
const rows = element("tbody");
const table = element(
  "div",
  { class: "table", role: "region", tabindex: 0, "aria-label": "Accounts, as a table" },
  element(
    "table",
    {},
    element(
      "thead",
      {},
      element("tr", {}, ...["API", ...columns].map((title) => element("th", { scope: "col" }, title))),
    ),
    rows,
  ),
);
const main = element(
  "main",
  {},
  element(
    "header",
    {},
    element("div", {}, element("h1", {}, "Accounts"), place),
    element("div", { class: "reading" }, status, choose),
  ),
  failure,
  table,
);

function show({ environment, real, failure: obstacle, rows: shown, wanted }: AccountsView): void {
  place.replaceChildren(
    "Environment: ",
    element("span", { class: real ? "environment real" : "environment" }, environment),
  );
  const usable = shown.filter((row) => row.usable).length;
  status.textContent = shown.length === 0 ? "" : `${usable} of ${shown.length} APIs can be used.`;
  failure.replaceChildren(
    ...(obstacle
      ? [
          element(
            "div",
            { class: "failure" },
            element("p", {}, obstacle.message),
            button(obstacle.remedy, { type: "mend" }),
          ),
        ]
      : []),
  );
  table.hidden = shown.length === 0;
  const focused = document.activeElement?.id;
  rows.replaceChildren(...shown.map(rowOf));
  // Drawn anew, the page keeps the place where the person is.
  if (focused) (document.querySelector<HTMLElement>(`#${CSS.escape(focused)}`) ?? choose).focus();
  if (wanted) showRow(wanted);
}

const rowId = (api: string) => `row-${api}`;

function showRow(api: string): void {
  const row = document.querySelector(`#${CSS.escape(rowId(api))}`);
  row?.scrollIntoView({ block: "center" });
  row?.setAttribute("aria-current", "true");
  row?.querySelector("button")?.focus();
}

const rowOf = (row: AccountRow) =>
  element(
    "tr",
    { id: rowId(row.api) },
    element("th", { scope: "row" }, row.title, element("small", {}, row.api)),
    ...columns.map((column) => element("td", {}, ...cellOf(row, column, row.cells[column]))),
  );

const cellOf = (
  { api, title }: AccountRow,
  column: string,
  { state, words, detail, actions }: AccountCell,
) => [
  element("p", { class: `words ${state}` }, ...mark(state), element("span", {}, words)),
  ...(detail ? [element("small", {}, detail)] : []),
  ...(actions.length > 0
    ? [
        element(
          "div",
          { class: "actions" },
          ...actions.map(({ action, label }) => {
            const pressed = button(label, { type: "act", api, action });
            pressed.id = `${api}-${action}`;
            pressed.setAttribute("aria-label", `${label} ${column} of ${title}`);
            return pressed;
          }),
        ),
      ]
    : []),
];

/** Told by shape and by its name. */
function mark(state: CellState): Node[] {
  const drawn: Record<CellState, [name: string, path: string] | undefined> = {
    ready: ["Ready:", "M3 8.5l3.5 3.5L13 4.5"],
    missing: ["Missing:", "M8 3v6M8 12.2v.6"],
    plain: undefined,
  };
  const [name, path] = drawn[state] ?? [];
  if (!name || !path) return [];
  return [
    svg(
      "svg",
      { class: "mark", viewBox: "0 0 16 16", role: "img", "aria-label": name },
      svg("path", { d: path }),
    ),
  ];
}

function button(words: string, request: PageRequest): HTMLButtonElement {
  const made = element("button", { type: "button", class: "secondary" }, words);
  made.addEventListener("click", () => editor.postMessage(request));
  return made;
}

window.addEventListener("message", ({ data }: MessageEvent<AccountsView>) => show(data));
document.body.append(main);
editor.postMessage({ type: "ready" });
