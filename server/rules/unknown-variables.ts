/** Placeholders of which nothing can become: a variable, a dynamic name or a response that is not there. */
import { type EarlierExpression, isKeyVariable } from "../../shared/placeholders.ts";
import type { Settings } from "../../shared/protocol.ts";
import { dynamicNames, dynamicValue, type Fresh } from "../../shared/requests/dynamic-values.ts";
import { entryAt } from "../files/entries.ts";
import { type NamedRequest, namedRequests } from "../files/named-requests.ts";
import type { OpenFile } from "../files/open-file.ts";
import { type Placeholder, placeholdersIn } from "../files/placeholders.ts";
import type { Variable } from "../knowledge/variables.ts";
import type { Finding } from "../schema/finding.ts";
import { suggestion } from "../schema/suggest.ts";
import { memberNamed } from "../syntax/named-members.ts";
import { childByIndex, childCount, childrenOf, faultsIn, isContainer, type Located } from "../syntax/node.ts";
import { stringSearch } from "../syntax/strings.ts";
import { lastAtMost } from "../syntax/text.ts";
import { stringValue } from "../syntax/value.ts";

/** The first so many. @param literal where strings begin that take no placeholders */
export function unknownVariables(
  file: OpenFile,
  limit: number,
  literal: ReadonlySet<number> = new Set(),
): Finding[] {
  if (file.format.kind !== "request") return [];
  const findings: Finding[] = [];
  let requests: NamedRequests | undefined;
  for (const { start: at, found } of searchFor(file)(file.tree)) {
    if (literal.has(at)) continue;
    for (const { placeholder, problem: certain } of found) {
      if (findings.length >= limit) return findings;
      requests ??= firstOfEachName(file);
      const problem = certain ?? earlierProblem(file, placeholder, requests, at);
      if (!problem) continue;
      const marked = placeholder.inner.text === "" ? placeholder : placeholder.inner;
      const { severity, message, suggestion } = problem;
      findings.push({
        code: "unknown-variable",
        severity,
        message,
        start: at + marked.start,
        end: at + marked.end,
        ...(suggestion !== undefined && { data: { suggestion } }),
      });
    }
  }
  return findings;
}

/** What is wrong for certain, and what depends on the other requests. */
interface Suspect {
  placeholder: Placeholder;
  problem?: Problem;
}

type Search = ReturnType<typeof stringSearch<Suspect[]>>;

/** A search holds as long as the same variables count: by the settings, and there by the variables. */
const searches = new WeakMap<Settings, WeakMap<readonly Variable[], Search>>();
const noVariables: readonly [] = [];

function searchFor({ variables, workspace: { settings } }: OpenFile): Search {
  const key = variables.length === 0 ? noVariables : variables;
  let bySettings = searches.get(settings);
  if (!bySettings) searches.set(settings, (bySettings = new WeakMap()));
  let search = bySettings.get(key);
  if (!search) {
    const problems = new Map<string, Problem | undefined>();
    const problemOnce = (placeholder: Placeholder) => {
      const { text } = placeholder.inner;
      if (!problems.has(text)) problems.set(text, problemOf(placeholder, key, settings));
      return problems.get(text);
    };
    search = stringSearch({
      hint: /\{\{/,
      look(source) {
        if (!source.includes("{{")) return undefined;
        const suspects = placeholdersIn(source, 0).flatMap((placeholder): Suspect[] => {
          if ("request" in placeholder.expression) return [{ placeholder }];
          const problem = problemOnce(placeholder);
          return problem ? [{ placeholder, problem }] : [];
        });
        return suspects.length === 0 ? undefined : suspects;
      },
    });
    bySettings.set(key, search);
  }
  return search;
}

/** The first request of each name, in order. */
interface NamedRequests {
  byName: ReadonlyMap<string, NamedRequest>;
  /** The same in the same order. */
  names: readonly string[];
  ends: readonly number[];
  /** Names of several requests. */
  repeated: ReadonlySet<string>;
}

function firstOfEachName({ tree }: OpenFile): NamedRequests {
  const byName = new Map<string, NamedRequest>();
  const repeated = new Set<string>();
  for (const request of namedRequests(tree)) {
    if (byName.has(request.name)) repeated.add(request.name);
    else byName.set(request.name, request);
  }
  const ends = [...byName.values()].map(({ end }) => end);
  return { byName, names: [...byName.keys()], ends, repeated };
}

interface Problem {
  severity: Finding["severity"];
  message: string;
  suggestion?: string;
}

function problemOf(
  { expression }: Placeholder,
  variables: readonly Variable[],
  { environment, processVariables }: Settings,
): Problem | undefined {
  switch (expression.kind) {
    case "secret":
      return expression.name === ""
        ? { severity: "warning", message: "The name of the secret is missing: {{secret:NAME}}." }
        : undefined;
    case "dynamic": {
      const made = dynamicValue(expression.name, anyTime);
      if ("value" in made) return undefined;
      const [first = "", ...further] = expression.name.split(/\s+/);
      const near = dynamicNames.includes(first) ? undefined : suggestion(first, dynamicNames);
      return { severity: "warning", ...meant(made.problem, near, (name) => [name, ...further].join(" ")) };
    }
    case "variable":
      return variableProblem(expression.name, variables, environment);
    case "process":
      return processProblem(expression.name, processVariables);
    case "response":
    case "request":
      return undefined;
  }
}

/** @param known the names that the process has which sends; null where it is not known which that is */
function processProblem(name: string, known: readonly string[] | null): Problem | undefined {
  if (isKeyVariable(name))
    return {
      severity: "warning",
      message: `"${name}" is not filled in: keys go along by themselves. Use {{secret:NAME}} for other secrets.`,
    };
  if (known === null || known.includes(name)) return undefined;
  return {
    severity: "warning",
    message: `The editor's process has no variable "${name}": set it, and start the editor again.`,
  };
}

/** What is written is looked at here, and not what becomes of it. */
const anyTime: Fresh = { uuid: () => "", now: () => new Date(0), random: () => 0 };

/** Of so many requests before it a misspelt name may mean one. */
const nearby = 8;

function earlierProblem(
  file: OpenFile,
  { expression }: Placeholder,
  { byName, names, ends, repeated }: NamedRequests,
  at: number,
): Problem | undefined {
  if (!("request" in expression)) return undefined;
  const { kind, request, path } = expression;
  const referred = byName.get(request);
  if (!referred) {
    const earlier = ends.length > 0 && (ends[0] as number) <= at ? lastAtMost(ends, at) + 1 : 0; // There is a first.
    return {
      severity: "warning",
      ...meant(
        `No earlier request of this file is named "${request}"`,
        suggestion(request, names, { from: Math.max(0, earlier - nearby), to: earlier }),
        (name) => [name, kind, ...path].join("."),
      ),
    };
  }
  // When its reply is judged, a request was sent.
  const { expect } = referred;
  const isJudged = kind === "request" && expect && expect.start <= at && at < expect.end;
  if (referred.end <= at || isJudged)
    // Of several requests of one name it depends on the place which is meant.
    return (
      partProblem(expression) ??
      (repeated.has(request) ? undefined : valueProblem(file, expression, referred))
    );
  return {
    severity: "warning",
    message:
      referred.start <= at
        ? `A request can't refer to its own ${kind === "response" ? "response" : "values, but in what it expects"}.`
        : `The request "${request}" comes later: its ${kind} is not there yet.`,
  };
}

const parts = {
  response: ["status", "headers", "body"],
  request: ["path", "query", "headers", "body"],
} as const;

/** What a response or a request does not consist of has no value. */
function partProblem({
  kind,
  request,
  path: [first = "", ...further],
}: EarlierExpression): Problem | undefined {
  const known = parts[kind];
  const [part = ""] = first.split("[", 1);
  if (known.some((each) => each === part)) return undefined;
  const index = first.slice(part.length);
  return {
    severity: "warning",
    ...meant(
      part === ""
        ? `Which part of the ${kind} is missing`
        : `A ${kind} has no "${part}", only ${known.slice(0, -1).join(", ")} and ${known.at(-1)}`,
      suggestion(part, known),
      (name) => [request, kind, name + index, ...further].join("."),
    ),
  };
}

/** What a request does not send has no value. Of what a placeholder stands for, and of what is unfinished, nobody knows. */
function valueProblem(
  file: OpenFile,
  { kind, request, path }: EarlierExpression,
  { start }: NamedRequest,
): Problem | undefined {
  const entry = kind === "request" ? entryAt(file, start) : undefined;
  if (!entry || faultsIn(entry.node) > 0) return undefined;
  const steps = path
    .join(".")
    .replace(/\[(\d+)\]/g, ".$1")
    .split(".");
  let here: Located = entry;
  for (const [index, step] of steps.entries()) {
    const isHeader = index === 1 && steps[0] === "headers";
    if (isOpen(file, here) || (isHeader && childCount(here.node) > manyHeaders)) return undefined;
    const next = stepInto(here, step, isHeader);
    if (next) {
      here = next;
      continue;
    }
    const where = steps.slice(0, index).join(".");
    const known = index === 0 ? [] : namesIn(here);
    const what = `The request "${request}" has no ${where === "" ? step : `"${step}" in its ${where}`}`;
    // A bracket may stand before the step: it is not known how the rest was written.
    const near = path.some((each) => each.includes("[")) ? undefined : suggestion(step, known);
    return {
      severity: "warning",
      ...meant(`${what}${onlyWords(known)}`, near, (name) =>
        [request, kind, ...steps.with(index, name)].join("."),
      ),
    };
  }
  return undefined;
}

function stepInto(at: Located, step: string, isHeader: boolean): Located | undefined {
  if (at.node.kind === "array") return /^\d+$/.test(step) ? childByIndex(at, Number(step)) : undefined;
  if (at.node.kind !== "object") return undefined;
  const exact = memberNamed(at, step);
  if (exact || !isHeader) return exact;
  return childrenOf(at).find(({ key }) => key?.name.toLowerCase() === step.toLowerCase());
}

/** Whether a value is not there yet: it stands for another, or is being written. */
function isOpen({ tree }: OpenFile, at: Located): boolean {
  const { kind } = at.node;
  if (kind === "string") return stringValue(tree, at).includes("{{");
  return kind === "missing" || kind === "invalid";
}

/** More headers are not searched for a name in other case. */
const manyHeaders = 100;

/** Of an object with more names than this none is listed. */
const fewNames = 8;

const namesIn = (at: Located): string[] =>
  at.node.kind === "object" && isContainer(at.node) && childCount(at.node) <= fewNames
    ? childrenOf(at).flatMap(({ key }) => key?.name ?? [])
    : [];

const onlyWords = (names: readonly string[]): string =>
  names.length === 0 ? "" : `, only ${new Intl.ListFormat("en-GB").format(names)}`;

function variableProblem(
  name: string,
  variables: readonly Variable[],
  environment: string,
): Problem | undefined {
  if (name === "") return { severity: "warning", message: "The name of the variable is missing." };
  const having = variables.filter((each) => each.name === name).map((each) => each.environment);
  if (having.includes(environment) || (environment === "" && having.length > 0)) return undefined;
  const names = [...new Set(having)].join(", ");
  if (names !== "")
    return {
      severity: "information",
      message: `"${name}" has no value in the environment ${environment}; it has one in ${names}.`,
    };
  // Without such a file nobody can say that the name is wrong.
  if (variables.length === 0)
    return {
      severity: "information",
      message: `"${name}" has no value: no http-client.env.json of this folder or above has variables, as in {"sandbox": {"name": "value"}}.`,
    };
  const near = suggestion(
    name,
    variables.map((each) => each.name),
  );
  return { severity: "warning", ...meant(`No environment has the variable "${name}"`, near, (word) => word) };
}

const meant = (what: string, near: string | undefined, written: (name: string) => string) =>
  near === undefined
    ? { message: `${what}.` }
    : { message: `${what}. Did you mean "${near}"?`, suggestion: written(near) };
