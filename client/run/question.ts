/** What a person is asked before an operation is carried out. Without vscode. */
import type { RequestValues, Route, Sendable } from "../../shared/api.ts";
import { formatRoute } from "../../shared/routes.ts";

/** One operation that a person wants done. */
export interface Act {
  operation: Sendable;
  values: RequestValues;
  /** The record that it is about. */
  subject?: Subject;
}

export interface Subject {
  id: string;
  /** As a list shows it. */
  label: string;
}

/** Where it would go. */
export interface Destination {
  environment: string;
  /** Whether writes to the environment are asked about. */
  guarded: boolean;
  route: Route;
  baseUrl: string;
}

export interface Question {
  title: string;
  /** What the documents say of the operation. */
  meaning?: string;
  /** Method, route, host, API and environment. */
  target: string;
  /** The answer that goes on. */
  confirm: string;
  /** What must be typed, for what cannot be undone. */
  typed?: string;
}

/** Undefined: nothing is asked. `acts` are of one operation. */
export function questionOf(acts: readonly Act[], destination: Destination): Question | undefined {
  const [act] = acts;
  if (!act || act.operation.effect === "read") return undefined;
  const { operation } = act;
  const deletes = operation.effect === "delete";
  // What is laid out as a file was read by the person before it is sent.
  const atOnce = !operation.request.body && operation.authorized !== false;
  if (!destination.guarded && !deletes && !atOnce) return undefined;
  const { environment, route, baseUrl } = destination;
  const subjects = acts.map(({ subject, values }) => subject ?? subjectOf(values)).filter((each) => !!each);
  const [only] = subjects;
  const what = acts.length > 1 ? `${operation.title}: ${acts.length} records` : operation.title;
  const whom =
    acts.length === 1 && only ? (only.label === only.id ? only.id : `${only.label} (${only.id})`) : undefined;
  return {
    title: `${what}${whom ? `: ${whom}` : ""}?`,
    ...(operation.description && { meaning: operation.description }),
    target: [
      ...(acts.length > 1 ? [subjects.map(({ label }) => label).join(", ")] : []),
      `${formatRoute(acts.length > 1 ? route : withValues(route, act.values))} at ${new URL(baseUrl).host}, ${operation.api.title}, ${environment}`,
    ].join(". "),
    confirm: operation.title,
    ...(deletes && { typed: acts.length === 1 && only ? only.id : String(acts.length) }),
  };
}

/** The route with the record's own path, as far as it is known. */
const withValues = (route: Route, { path }: RequestValues): Route => ({
  ...route,
  path: route.path.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => String(path?.[name] ?? whole)),
});

/** One question for several; what must be typed is asked for by itself. */
export function merged(questions: readonly Question[]): Question[] {
  const typed = questions.filter((question) => question.typed !== undefined);
  const others = questions.filter((question) => question.typed === undefined);
  if (others.length < 2) return [...others, ...typed];
  const target = others
    .map((question) => `${question.title.replace(/\?$/, "")}: ${question.target}`)
    .join("; ");
  return [{ title: `Send ${others.length} kinds of requests?`, target, confirm: "Send" }, ...typed];
}

/** The record that the path names, where it names one. */
function subjectOf({ path }: RequestValues): Subject | undefined {
  const id = Object.values(path ?? {}).at(-1);
  return id === undefined ? undefined : { id: String(id), label: String(id) };
}

/** "Deleting" of "Delete post": what a record shows meanwhile. */
export const inProgress = (title: string): string => `${(title.split(" ")[0] ?? title).replace(/e$/, "")}ing`;
