/** Which operation of a description is which documented one, by path, name and body. */
import {
  type Api,
  documentedRoute,
  type NamedOperation,
  operationsOf,
  pathParameters,
  type Route,
} from "../api.ts";
import { pathNames } from "../guess-route.ts";
import { toJsonSchema } from "../derived/schemas.ts";
import { fieldsOf } from "./body-fields.ts";
import type { DescribedOperation, Description } from "./description.ts";
import type { ImportedBody } from "./imported.ts";
import { likeness, wordsOf } from "./likeness.ts";

export interface Match {
  operation: NamedOperation;
  described: DescribedOperation;
  /** The described route, with the parameter names that the operation has here. */
  route: Route;
  /** How well the two match, from 0 to 1. */
  score: number;
  /** Whether they match well and no other match of either comes near. */
  sure: boolean;
  /** What they match by, in words for the person. */
  reason: string;
}

/** Two operations that match less have nothing to do with each other. */
const leastScore = 0.45;
/** A match of less is never sure. */
const sureScore = 0.62;
/** A match is sure only when the next best one is as far away. */
const sureLead = 0.1;

/** Each operation at most once on either side, the best matches first. */
export function matchOperations(api: Api, description: Description): Match[] {
  const offers = description.operations.map((described) => offerOf(described, description));
  const candidates = operationsOf([api]).flatMap((operation) => {
    const wanted = wantedOf(operation);
    return offers.flatMap((offer) => {
      const found = compare(wanted, offer);
      return found && found.score >= leastScore ? [{ operation, described: offer.described, ...found }] : [];
    });
  });
  candidates.sort((a, b) => b.score - a.score);
  const matches: Match[] = [];
  const taken = new Set<unknown>();
  for (const candidate of candidates) {
    const { operation, described, score, reason } = candidate;
    if (taken.has(operation.id) || taken.has(described)) continue;
    taken.add(operation.id).add(described);
    const rivals = candidates.filter(
      (each) => each !== candidate && (each.operation.id === operation.id || each.described === described),
    );
    const isAlone = rivals.every((each) => each.score < score - sureLead);
    matches.push({
      operation,
      described,
      route: routeFor(operation, described),
      score,
      sure: score === 1 || (score >= sureScore && isAlone),
      reason,
    });
  }
  return matches;
}

interface Wanted {
  operation: NamedOperation;
  documented: Route | undefined;
  /** Different ways to say what it does. */
  sayings: Set<string>[];
  group: ReadonlySet<string>;
  verb: ReadonlySet<string>;
  fields: string[];
}

function wantedOf(operation: NamedOperation): Wanted {
  const { group, verb } = operation;
  return {
    operation,
    documented: documentedRoute(operation),
    sayings: [wordsOf(`${verb} ${group}`), wordsOf(operation.title)],
    group: wordsOf(group),
    verb: wordsOf(verb),
    fields: operation.request.body ? Object.keys(toJsonSchema(operation.request.body).properties ?? {}) : [],
  };
}

interface Offer {
  described: DescribedOperation;
  sayings: { words: Set<string>; reason: string }[];
  /** The path's parts but for its parameters. */
  places: Set<string>[];
  endsInRecord: boolean;
  fields: ImportedBody;
}

function offerOf(described: DescribedOperation, { definitions }: Description): Offer {
  const { operationId, summary, tags, path, request } = described;
  const parts = path.split("/").filter((part) => part !== "");
  const said = [
    ...(operationId ? [{ text: operationId, reason: `operationId ${operationId}` }] : []),
    ...(summary ? [{ text: summary, reason: `summary “${summary}”` }] : []),
  ];
  return {
    described,
    sayings: said.flatMap(({ text, reason }) =>
      // Where tags name the resource, the operation's name often does not.
      [text, ...tags.map((tag) => `${tag} ${text}`)].map((words) => ({ words: wordsOf(words), reason })),
    ),
    places: parts.filter((part) => !part.startsWith("{")).map(wordsOf),
    endsInRecord: parts.at(-1)?.startsWith("{") === true,
    fields: fieldsOf(request.body, definitions),
  };
}

function compare(wanted: Wanted, offer: Offer): { score: number; reason: string } | undefined {
  const { documented, operation } = wanted;
  const { described, fields } = offer;
  const { method, path, effect } = operation;
  if (method !== undefined && method !== described.method) return undefined;
  if (path !== undefined && shape(path) !== shape(described.path)) return undefined;
  if (documented) return { score: 1, reason: "its documented method and path" };
  if ((effect === "read") !== (described.method === "GET")) return undefined;

  const name = likenessOfNames(wanted, offer);
  const way = pathScore(wanted, offer);
  const shared = wanted.fields.filter((field) => Object.hasOwn(fields.properties, field)).length;
  const signals = [
    ...(name ? [{ weight: 0.4, value: name.score, reason: name.reason }] : []),
    { weight: 0.4, value: way, reason: "path" },
    ...(wanted.fields.length > 0
      ? [
          {
            weight: 0.3,
            value: shared / wanted.fields.length,
            reason: `${shared} of ${wanted.fields.length} body fields`,
          },
        ]
      : fields.required.length > 0
        ? [{ weight: 0.1, value: 0, reason: "" }]
        : []),
  ];
  const weights = signals.reduce((sum, { weight }) => sum + weight, 0);
  const score = signals.reduce((sum, { weight, value }) => sum + weight * value, 0) / weights;
  const reasons = signals.filter(({ value }) => value >= 0.5).map(({ reason }) => reason);
  return { score: Math.min(score, 0.99), reason: reasons.join(", ") || "some words of its name" };
}

const shape = (path: string) => path.replace(/\{[^{}]*\}/g, "{}").replace(/\/+$/, "");

const likenessOfNames = (wanted: Wanted, { sayings }: Offer) =>
  sayings
    .flatMap(({ words, reason }) =>
      wanted.sayings.map((saying) => ({ score: likeness(saying, words), reason })),
    )
    .toSorted((a, b) => b.score - a.score)[0];

/** By verb: how usual each method is for such operations, and whether their path leads to one record. */
const usual: Readonly<Record<string, [methods: Readonly<Record<string, number>>, ofRecord: boolean]>> = {
  list: [{ GET: 1 }, false],
  get: [{ GET: 1 }, true],
  create: [{ POST: 1, PUT: 0.5 }, false],
  update: [{ PATCH: 1, PUT: 0.9, POST: 0.4 }, true],
  delete: [{ DELETE: 1, POST: 0.3 }, true],
};

/** How well method and path are what such an operation usually has. */
function pathScore(
  { operation, group, verb }: Wanted,
  { described: { method }, places, endsInRecord }: Offer,
): number {
  const last = places.at(-1);
  const isGroup = (words: ReadonlySet<string> | undefined) =>
    words !== undefined && [...group].every((word) => words.has(word));
  const expected = usual[operation.verb];
  if (expected) {
    const [fits, ofRecord] = expected;
    return endsInRecord === ofRecord && isGroup(last) ? (fits[method] ?? 0) : 0;
  }
  if (!places.some(isGroup)) return 0;
  const saysVerb = last !== undefined && !endsInRecord && [...verb].some((word) => last.has(word));
  if (saysVerb) return method === "DELETE" ? 0.7 : 1;
  // What ends something is often a deletion.
  return endsInRecord && method === "DELETE" && verb.has("cancel") ? 0.8 : 0.2;
}

/** Views and request files fill parameters in by the names that the operation has here. */
function routeFor(operation: NamedOperation, { method, path }: DescribedOperation): Route {
  const own = pathNames(operation);
  const written = pathParameters(path);
  if (own.length !== written.length || own.every((name) => written.includes(name))) return { method, path };
  let index = 0;
  return { method, path: path.replace(/\{[^{}]*\}/g, (text) => (own[index] ? `{${own[index++]}}` : text)) };
}
