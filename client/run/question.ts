/** What a person is asked before an operation is carried out. Without vscode. */
import type { RequestValues, Route } from "../../shared/api.ts";
import { formatRoute } from "../../shared/routes.ts";
import { type Invocation, recordOf } from "./invocation.ts";

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

/**
 * Undefined: nothing is asked. The invocations are of one operation.
 *
 * @param guarded whether writes to their environment are asked about
 */
export function questionOf(
  invocations: readonly Invocation[],
  { guarded }: { guarded: boolean },
): Question | undefined {
  const [first] = invocations;
  if (!first || first.operation.effect === "read") return undefined;
  const { operation, target } = first;
  const { environment, route, baseUrl } = target;
  const deletes = operation.effect === "delete";
  // What is laid out as a file was read by the person before it is sent.
  const atOnce = !operation.request.body && operation.authorized !== false;
  if (!guarded && !deletes && !atOnce) return undefined;
  const records = invocations.flatMap((each) => recordOf(each) ?? []);
  const [only] = records;
  const isOne = invocations.length === 1;
  const what = isOne ? operation.title : `${operation.title}: ${invocations.length} records`;
  const whom = isOne && only ? (only.label === only.id ? only.id : `${only.label} (${only.id})`) : undefined;
  return {
    title: `${what}${whom ? `: ${whom}` : ""}?`,
    ...(operation.description && { meaning: operation.description }),
    target: [
      ...(isOne ? [] : [records.map(({ label }) => label).join(", ")]),
      `${formatRoute(isOne ? withValues(route, first.values) : route)} at ${new URL(baseUrl).host}, ${operation.api.title}, ${environment}`,
    ].join(". "),
    confirm: operation.title,
    ...(deletes && { typed: isOne && only ? only.id : String(invocations.length) }),
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
