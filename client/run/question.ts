/**
 * What a person is asked before an operation is carried out. Without vscode.
 *
 * | | in the sandbox | elsewhere |
 * |---|---|---|
 * | reading | nothing | nothing |
 * | what was laid out as a request | nothing | a warning where writes are guarded |
 * | what acts at once, on one record or several | a light question | a warning |
 * | one deletion | a light question | a warning |
 * | several deletions | a light question | their number is typed |
 *
 * A light question is answered by Enter. In a warning Enter sends nothing.
 */
import { filledRoute, formatRoute } from "../../shared/routes.ts";
import { environmentPresentation } from "../session/environments.ts";
import { titleCase } from "../text/title-case.ts";
import { type Invocation, recordOf } from "./invocation.ts";

export interface Question {
  kind: "light" | "warning";
  /** Its title: every question begins with it. */
  environment: string;
  /** The operation and its record by name. */
  what: string;
  /** What the documents say of the operation. */
  meaning?: string;
  /** Records, method and route, API and host: a line each. */
  target: readonly string[];
  /** The answer that goes on. */
  confirm: string;
  /** What must be typed, where much is lost. */
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
  const { route, baseUrl } = target;
  const deletes = operation.effect === "delete";
  // What is laid out as a file was read by the person before it is sent.
  const atOnce = !operation.request.body && operation.authorized !== false;
  if (!guarded && !deletes && !atOnce) return undefined;
  const inSandbox = target.environment === "sandbox";
  const count = invocations.length;
  const labels = invocations.flatMap((each) => recordOf(each) ?? []).map(named);
  const whom = count > 1 ? `, ${count} records` : labels.length > 0 ? ` ${labels[0]}` : "";
  return {
    kind: inSandbox ? "light" : "warning",
    environment: environmentPresentation(target.environment).title,
    what: `${operation.title}${whom}`,
    ...(operation.description && { meaning: operation.description }),
    target: [
      ...(count > 1 && labels.length > 0 ? [listed(labels)] : []),
      formatRoute(count > 1 ? route : filledRoute(route, first.values.path)),
      `${operation.api.title} at ${new URL(baseUrl).host}`,
    ],
    confirm: titleCase(operation.title),
    ...(deletes && count > 1 && !inSandbox && { typed: String(count) }),
  };
}

/** As the person knows it; an identifier needs no quotes. */
const named = ({ id, label }: { id: string; label: string }) => (label === id ? id : `“${label}”`);

const mostNamed = 8;

const listed = (labels: readonly string[]) =>
  [
    ...labels.slice(0, mostNamed),
    ...(labels.length > mostNamed ? [`and ${labels.length - mostNamed} more`] : []),
  ].join(", ");

/** One question for several of one environment; what must be typed is asked for by itself. */
export function merged(questions: readonly Question[]): Question[] {
  const typed = questions.filter((question) => question.typed !== undefined);
  const others = questions.filter((question) => question.typed === undefined);
  const [first] = others;
  if (!first || others.length === 1) return [...others, ...typed];
  return [
    {
      kind: first.kind,
      environment: first.environment,
      what: `Send ${others.length} kinds of requests`,
      target: others.map(({ what, target }) => `${what}: ${target.join(", ")}`),
      confirm: "Send All",
    },
    ...typed,
  ];
}
