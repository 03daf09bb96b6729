import { describe, expect, it } from "vitest";
import { figuresOf, recordText } from "../../../client/dashboard/figures.ts";
import { noHistory, pointsOf, recorded } from "../../../client/dashboard/history.ts";
import { type Dashboard, operationsOf } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import { toJsonSchema } from "../../../shared/derived/schemas.ts";

const named = operationsOf(apis).filter((operation) => operation.dashboard);
function metricsOf(reply: unknown, id = "admin.dashboard.metrics") {
  const operation = named.find((each) => each.id === id);
  if (!operation?.dashboard) throw new Error(`${id} has no dashboard`);
  return figuresOf(operation.dashboard, reply, operation.reply && toJsonSchema(operation.reply));
}

const metrics = {
  active_users: 42,
  revenue_mrr: 48200,
  conversion_rate: 3.4,
  system_health: "optimal",
  last_updated: "2026-11-21T05:43:24Z",
};

describe("the dashboards of the registry", () => {
  it("are those of analytics and metrics", () => {
    expect(named.map(({ id }) => id)).toEqual([
      "creative.analytics.get",
      "admin.dashboard.metrics",
      "learning.analytics.progress",
    ]);
  });

  it.each(named)("show fields that the reply of $id is documented to have", (operation) => {
    const fields = operation.reply ? Object.keys(toJsonSchema(operation.reply).properties ?? {}) : [];
    for (const { field } of operation.dashboard?.figures ?? []) expect(fields).toContain(field);
  });

  it.each(named)("limit $id by parameters that it has", (operation) => {
    const { period } = operation.dashboard ?? {};
    const { query } = operation.request;
    const parameters = query ? Object.keys(toJsonSchema(query).properties ?? {}) : [];
    for (const parameter of Object.values(period ?? {})) expect(parameters).toContain(parameter);
  });
});

describe("the figures of a reply", () => {
  it("are its values as they came, and say which units are not documented", () => {
    expect(metricsOf(metrics)).toEqual([
      { kind: "number", title: "Active users", value: 42, note: "", open: "" },
      { kind: "number", title: "Revenue (MRR)", value: 48200, note: "", open: "Unit not documented" },
      { kind: "number", title: "Conversion rate", value: 3.4, note: "", open: "Unit not documented" },
      { kind: "text", title: "System health", value: "optimal", note: "", open: "" },
      { kind: "moment", title: "Last updated", value: Date.UTC(2026, 10, 21, 5, 43, 24), note: "", open: "" },
    ]);
  });

  it("rank rows in the order in which they came", () => {
    const trending_courses = [
      { id: "course_a", enrollments_week: 3 },
      { id: "course_b", enrollments_week: 31 },
    ];
    expect(metricsOf({ trending_courses }, "learning.analytics.progress").at(-1)).toMatchObject({
      kind: "ranking",
      labelTitle: "Course",
      rows: [
        { label: "course_a", value: 3 },
        { label: "course_b", value: 31 },
      ],
      note: "",
    });
  });

  it("name what is ranked where names are known, and keep the identifier", () => {
    const operation = named.find(({ id }) => id === "learning.analytics.progress");
    if (!operation?.dashboard || !operation.reply) throw new Error("no dashboard");
    const trending_courses = ["course_a", "course_b"].map((id) => ({ id, enrollments_week: 3 }));
    const names: Record<string, string> = { "courses course_a": "Statistics" };
    const figures = figuresOf(
      operation.dashboard,
      { trending_courses },
      toJsonSchema(operation.reply),
      (resource, id) => names[`${resource} ${id}`],
    );
    expect(figures.at(-1)).toMatchObject({
      rows: [
        { label: "Statistics", id: "course_a", value: 3 },
        { label: "course_b", value: 3 },
      ],
    });
  });

  it.each([
    ["is missing", undefined, "active_users is not in the reply"],
    ["is null", null, "Not as documented: nothing"],
    ["is text", "42", "Not as documented: 42"],
    ["is an object", { a: 1 }, "Not as documented: a: 1"],
    ["is not finite", Number.POSITIVE_INFINITY, "Not as documented: Infinity"],
  ])("say so where a number %s", (_, active_users, note) => {
    expect(metricsOf({ ...metrics, active_users })[0]).toMatchObject({
      kind: "unreadable",
      title: "Active users",
      note,
    });
  });

  it.each(["yesterday", "-1", "2026-11-21", "2026-13-45T99:99:99Z", 1_763_700_000])(
    "take %j for no moment",
    (last_updated) => {
      expect(metricsOf({ ...metrics, last_updated })[4]).toMatchObject({ kind: "unreadable" });
    },
  );

  it("leave out rows that are none, and count them", () => {
    const trending_courses = [null, 7, { id: "course_a" }, { id: "course_b", enrollments_week: 5 }];
    expect(metricsOf({ trending_courses }, "learning.analytics.progress").at(-1)).toMatchObject({
      rows: [{ label: "course_b", value: 5 }],
      note: "3 more rows are not as documented.",
    });
  });

  it("show the first rows of a very long ranking", () => {
    const trending_courses = Array.from({ length: 500 }, (_, n) => ({
      id: `course_${n}`,
      enrollments_week: n,
    }));
    const figure = metricsOf({ trending_courses }, "learning.analytics.progress").at(-1);
    expect(figure).toMatchObject({ note: "The first 20 of 500." });
    expect(figure?.kind === "ranking" && figure.rows.length).toBe(20);
  });

  it("are none for a reply that is no object", () => {
    for (const reply of [null, 7, "text", [metrics]]) expect(metricsOf(reply)).toEqual([]);
  });

  it("hold no characters that hide or turn text", () => {
    const [, , , health] = metricsOf({ ...metrics, system_health: "op\u202Etimal\u0000\n\u200B<b>" });
    expect(health).toMatchObject({ value: "op timal <b>" });
  });

  it("read own fields alone", () => {
    const inherited: Dashboard = {
      title: "Odd",
      figures: [{ field: "toString", title: "Odd", kind: "text" }],
    };
    expect(figuresOf(inherited, {})[0]).toMatchObject({ kind: "unreadable" });
  });
});

describe("the whole reply as text", () => {
  it("is its JSON", () => {
    expect(recordText({ a: [1, "é"] })).toBe('{\n  "a": [\n    1,\n    "é"\n  ]\n}');
  });

  it("escapes what is not seen", () => {
    const text = recordText({ "a\u202E": "\u2028\u200B\u0007\u{E0041}" });
    expect(text).not.toMatch(/[^\n\P{C}]|[\u2028\u2029]/u);
    expect(JSON.parse(text.replace("\\ue0041", "\\udb40\\udc41"))).toEqual({
      "a\u202E": "\u2028\u200B\u0007\u{E0041}",
    });
  });

  it("is cut when it is very long", () => {
    const text = recordText("x".repeat(200_000));
    expect(text.length).toBeLessThan(101_000);
    expect(text).toMatch(/… 100,002 more characters$/);
  });
});

describe("the history", () => {
  const dashboard: Dashboard = {
    title: "Users",
    figures: [
      { field: "users", title: "Users", kind: "number" },
      { field: "health", title: "Health", kind: "text" },
    ],
  };
  const read = (users: unknown) => figuresOf(dashboard, { users, health: "good" });

  it("gains a point with each reading, and none where the value was missing", () => {
    let history = noHistory(dashboard);
    [5, "many", 7].forEach((users, at) => {
      history = recorded(history, at, read(users));
    });
    expect(history).toEqual({
      titles: ["Users"],
      readings: [
        { at: 0, values: [5] },
        { at: 1, values: [null] },
        { at: 2, values: [7] },
      ],
    });
    expect(pointsOf(history, "Users")).toEqual([
      { at: 0, value: 5 },
      { at: 2, value: 7 },
    ]);
    expect(pointsOf(history, "Health")).toEqual([]);
  });

  it("forgets the oldest", () => {
    let history = noHistory(dashboard);
    for (let at = 0; at < 100; at++) history = recorded(history, at, read(at));
    expect(history.readings).toHaveLength(60);
    expect(history.readings[0]?.at).toBe(40);
  });
});
