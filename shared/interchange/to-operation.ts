/** A foreign request as that of an operation. What has no place in it is named; keys are taken out. */
import type { RequestValues } from "../api.ts";
import type { JsonSchema } from "../catalogue.ts";
import { isRow } from "../traits/values.ts";
import { type FoundOperation, findOperations, type Known } from "./find-operation.ts";
import { entriesOf, type ForeignAddress, readAddress } from "./foreign-address.ts";
import type { PlainRequest, ReadRequest } from "./plain-request.ts";
import { isPlaceholder, propertyOf, typedValue, typedValues } from "./typed-value.ts";

export interface Requests extends Known {
  /** The schema of a part of an operation's requests; undefined where the operation has none. */
  schemaOf(operation: FoundOperation["operation"], part: keyof RequestValues): JsonSchema | undefined;
}

export interface MappedRequest {
  found: FoundOperation;
  name?: string;
  values: RequestValues;
  /** What has a meaning and was left out, each a short phrase. */
  leftOut: readonly string[];
  /** What changes nothing here, each as it was written. */
  idle: readonly string[];
  /** The API's key as the request had it. It stands in no file. */
  key?: string;
  /** What documents say is a secret; `{{secret:NAME}}` stands in its place. */
  secrets: readonly { name: string; value: string }[];
}

/** The requests that it may be, each for another operation, or why it is none, in words for the person. */
export function toOperation(
  read: ReadRequest,
  known: Requests,
): { mapped: MappedRequest[] } | { reason: string } {
  const address = readAddress(read.request.url);
  if (!address) return { reason: "Its address is none of the web, as https://api.example.com/v1/users is." };
  const found = findOperations(read.request.method, address, known);
  if ("reason" in found) return found;
  return { mapped: found.found.map((each) => new Mapping(read, address, each, known).mapped()) };
}

/** Programs add them on their own, or they say what every request here says. */
const idleHeaders =
  /^(accept|accept-(encoding|language|charset)|cache-control|connection|content-length|dnt|expect|host|keep-alive|origin|postman-token|pragma|priority|referer|sec-.*|te|upgrade-insecure-requests|user-agent|x-requested-with|if-none-match|if-modified-since|:.*)$/i;

/** Headers and parameters that hold what opens a door. */
const keyHeaders =
  /^(authorization|proxy-authorization|cookie|.*(api|access|auth|secret|session)[-_]?(key|token|secret|id)|x-.*(token|key|secret))$/i;
const keyParameters =
  /^(.*_)?(api[-_]?key|access[-_]?token|auth[-_]?token|client[-_]?secret|token|secret|password|signature|sig|jwt|session|auth|key)$/i;

/** A scheme before it, or a row of letters and digits that is no word. */
const couldBeKey = /^(bearer|basic|token|digest)\s|^(?=.*\d)(?=.*[a-z])[\w.~+/=:-]{20,}$/i;

class Mapping {
  readonly #read: ReadRequest;
  readonly #address: ForeignAddress;
  readonly #found: FoundOperation;
  readonly #known: Requests;
  readonly #leftOut: string[];
  readonly #idle: string[];
  readonly #secrets = new Map<string, string>();
  #key: string | undefined;

  constructor(read: ReadRequest, address: ForeignAddress, found: FoundOperation, known: Requests) {
    this.#read = read;
    this.#address = address;
    this.#found = found;
    this.#known = known;
    this.#leftOut = [...read.leftOut];
    this.#idle = [...read.idle];
  }

  mapped(): MappedRequest {
    const { request, name } = this.#read;
    const { operation, path, place } = this.#found;
    const { fragment, hasUser, host } = this.#address;
    if (!place)
      this.#leftOut.unshift(`the address ${host}, which is no base address here: the path alone was matched`);
    if (hasUser) this.#leftOut.push("the name and password in the address");
    if (fragment !== "") this.#leftOut.push("the fragment of the address, behind #");
    const parameters = Object.entries(path).map(
      ([name, text]) => [name, this.#pathValue(name, text)] as const,
    );
    const query = this.#query();
    const headers = this.#headers();
    const body = this.#body(request);
    return {
      found: this.#found,
      ...(name !== undefined && { name }),
      values: {
        ...(parameters.length > 0 && { path: Object.fromEntries(parameters) }),
        ...(Object.keys(query).length > 0 && { query }),
        ...(Object.keys(headers).length > 0 && { headers }),
        ...(body !== undefined && {
          body: this.#withoutSecrets(body, this.#known.schemaOf(operation, "body"), operation.api.slug),
        }),
      },
      leftOut: this.#leftOut,
      idle: this.#idle,
      ...(this.#key !== undefined && { key: this.#key }),
      secrets: [...this.#secrets].map(([name, value]) => ({ name, value })),
    };
  }

  #pathValue(name: string, text: string): string | number {
    const value = typedValue(text, propertyOf(this.#known.schemaOf(this.#found.operation, "path"), name));
    return typeof value === "number" ? value : text;
  }

  #query(): Record<string, unknown> {
    const schema = this.#known.schemaOf(this.#found.operation, "query");
    const kept = this.#address.query.filter(([name, value]) => {
      if (propertyOf(schema, name) || !keyParameters.test(name)) return true;
      if (!isVariable(value)) this.#leftOut.push(`the query parameter ${name}, which may be a key`);
      return false;
    });
    return typedValues(kept, schema);
  }

  #headers(): Record<string, string> {
    const { api, authorized } = this.#found.operation;
    const schema = this.#known.schemaOf(this.#found.operation, "headers");
    const documented = new Map(
      Object.keys(schema?.properties ?? {}).map((name) => [name.toLowerCase(), name]),
    );
    const kept: Record<string, string> = {};
    for (const [name, value] of this.#read.request.headers) {
      const lower = name.toLowerCase();
      const own = documented.get(lower);
      if (own !== undefined) kept[own] = value;
      else if (lower === "content-type") this.#contentType(value);
      else if (keyHeaders.test(lower)) {
        const key = authorized === false ? undefined : api.auth.check({ [lower]: value });
        // What is exchanged for a token is kept, not the token.
        if (key !== undefined && !key.includes("{{") && api.auth.exchange === undefined) this.#key = key;
        else if (!isVariable(value)) this.#leftOut.push(`the header ${name}, which may be a key`);
      } else if (api.requestHeaders && Object.hasOwn(api.requestHeaders, lower)) continue;
      else if (idleHeaders.test(lower)) this.#idle.push(lower);
      else if (couldBeKey.test(value)) this.#leftOut.push(`the header ${name}, which may be a key`);
      else this.#leftOut.push(`the header ${name}: ${value}, which is not documented for this operation`);
    }
    return kept;
  }

  /** What is sent from here is JSON. */
  #contentType(value: string): void {
    if (!/json|^application\/x-www-form-urlencoded\b|\{\{/i.test(value))
      this.#leftOut.push(`the content type ${value}: what is sent from here is JSON`);
  }

  #body({ body, headers }: PlainRequest): unknown {
    if (body === undefined || body.trim() === "") return undefined;
    try {
      // The lib of TypeScript does not know what stood there yet.
      const note = (_: string, value: unknown, context?: { source?: string }) => {
        if (typeof value === "number" && isRounded(value, context?.source))
          this.#leftOut.push(
            `digits of the number ${context?.source?.slice(0, 100)}, which is longer than a double holds`,
          );
        return value;
      };
      return JSON.parse(body.replace(/^\uFEFF/, ""), note);
    } catch {
      const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
      if (/^[^{}[\]"\s]+=/.test(body) && /^(application\/x-www-form-urlencoded\b|$)/i.test(type)) {
        const schema = this.#known.schemaOf(this.#found.operation, "body");
        this.#leftOut.push("that the body was a form: its fields became JSON");
        return typedValues(entriesOf(body), schema);
      }
      this.#leftOut.push(`the body, ${body.length} characters that are no JSON`);
      return undefined;
    }
  }

  #withoutSecrets(value: unknown, schema: JsonSchema | undefined, name: string): unknown {
    if (typeof value === "string") {
      if (schema?.["x-secret"] !== true || value === "" || value.includes("{{")) return value;
      const secret = name.toUpperCase().replace(/\W+/g, "_");
      this.#secrets.set(secret, value);
      return `{{secret:${secret}}}`;
    }
    if (Array.isArray(value)) {
      const items = typeof schema?.items === "object" ? schema.items : undefined;
      return value.map((item) => this.#withoutSecrets(item, items, name));
    }
    if (!isRow(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        this.#withoutSecrets(item, propertyOf(schema, key), `${name}_${key}`),
      ]),
    );
  }
}

const isRounded = (value: number, source = "") =>
  !Number.isFinite(value) || (/^-?\d+$/.test(source) && BigInt(source) !== BigInt(value));

/** A placeholder, with perhaps a scheme before it: nothing is lost when the key is added in its place. */
const isVariable = (value: string) => isPlaceholder(value.replace(/^\s*(bearer|basic|token)\s/i, ""));
