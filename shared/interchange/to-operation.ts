/** A foreign request as that of an operation. What has no place in it is named; keys are taken out. */
import type { RequestValues } from "../api.ts";
import type { JsonSchema } from "../catalogue.ts";
import { expressionsIn, written } from "../placeholders.ts";
import { isRow } from "../traits/values.ts";
import { type FoundOperation, findOperations, type Known } from "./find-operation.ts";
import { entriesOf, type ForeignAddress, isForm, readAddress } from "./foreign-address.ts";
import { isRawJSON, rawJSON } from "../raw-json.ts";
import { readJsonBody } from "./json-body.ts";
import { isLikelyKey, isNamedLikeKey, isPassword, isStandIn } from "./likely-key.ts";
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
  /** What documents say is a secret, or what could be one; `{{secret:NAME}}` stands in its place. */
  secrets: readonly { name: string; value: string }[];
}

/** The names of an import's secrets: one value of a place has one name, and another value of the same place another. */
export class SecretNames {
  /** By the name that is wanted: values with the name that each has. */
  readonly #names = new Map<string, Map<string, string>>();

  nameOf(wanted: string, value: string): string {
    const known = this.#names.get(wanted) ?? new Map<string, string>();
    const name = known.get(value) ?? (known.size === 0 ? wanted : `${wanted}_${known.size + 1}`);
    this.#names.set(wanted, known.set(value, name));
    return name;
  }
}

/**
 * The requests that it may be, each for another operation, or why it is none, in words for the person.
 * @param names those of the import, where there are several requests
 */
export function toOperation(
  read: ReadRequest,
  known: Requests,
  names = new SecretNames(),
): { mapped: MappedRequest[] } | { reason: string } {
  const address = readAddress(read.request.url);
  if (!address) return { reason: "Its address is none of the web, as https://api.example.com/v1/users is." };
  const found = findOperations(read.request.method, address, known);
  if ("reason" in found) return found;
  return { mapped: found.found.map((each) => new Mapping(read, address, each, known, names).mapped()) };
}

/** Programs add them on their own, or they say what every request here says. */
const idleHeaders =
  /^(accept|accept-(encoding|language|charset)|cache-control|connection|content-length|dnt|expect|host|keep-alive|origin|postman-token|pragma|priority|referer|sec-.*|te|upgrade-insecure-requests|user-agent|x-requested-with|if-none-match|if-modified-since|:.*)$/i;

class Mapping {
  readonly #read: ReadRequest;
  readonly #address: ForeignAddress;
  readonly #found: FoundOperation;
  readonly #known: Requests;
  readonly #leftOut: string[];
  readonly #idle: string[];
  readonly #names: SecretNames;
  /** Values by their names. */
  readonly #secrets = new Map<string, string>();
  /** The names of secrets that stand in the place of what was written. */
  readonly #placeholders = new Set<string>();
  #key: string | undefined;

  constructor(
    read: ReadRequest,
    address: ForeignAddress,
    found: FoundOperation,
    known: Requests,
    names: SecretNames,
  ) {
    this.#names = names;
    this.#read = read;
    this.#address = address;
    this.#found = found;
    this.#known = known;
    this.#leftOut = [...read.leftOut];
    this.#idle = [...read.idle];
  }

  mapped(): MappedRequest {
    const { request, name } = this.#read;
    const { path, place } = this.#found;
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
    const values = {
      ...(parameters.length > 0 && { path: Object.fromEntries(parameters) }),
      ...(Object.keys(query).length > 0 && { query }),
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(body !== undefined && {
        body: this.#withoutSecrets(body, this.#whole("body")),
      }),
    };
    if (this.#read.isLiteral) this.#nameFilled(values);
    return {
      found: this.#found,
      ...(name !== undefined && { name }),
      values,
      leftOut: this.#leftOut,
      idle: this.#idle,
      ...(this.#key !== undefined && { key: this.#key }),
      secrets: [...this.#secrets].map(([name, value]) => ({ name, value })),
    };
  }

  /** What was text becomes a placeholder, for there is no other way to write it. */
  #nameFilled(values: RequestValues): void {
    const names = expressionsIn(values)
      .filter((expression) => expression.kind !== "secret" || !this.#placeholders.has(expression.name))
      .map((expression) => `{{${written(expression)}}}`);
    for (const name of new Set(names))
      this.#leftOut.push(`that ${name} was text: here it stands for a value when the request is sent`);
  }

  /** Whether a placeholder is in it: what it comes to is not known here, and no secret. */
  #isOpen(text: string): boolean {
    return !this.#read.isLiteral && text.includes("{{");
  }

  /** A part of the request, before it is known what is in it. */
  #whole(part: "query" | "body"): Member {
    const { operation } = this.#found;
    const { slug } = operation.api;
    const schema = this.#known.schemaOf(operation, part);
    return { name: slug, place: slug, schema, isDocumented: true, isWithinKey: false };
  }

  #pathValue(name: string, text: string): string | number {
    const value = typedValue(text, propertyOf(this.#known.schemaOf(this.#found.operation, "path"), name));
    return typeof value === "number" ? value : text;
  }

  #query(): Record<string, unknown> {
    const schema = this.#known.schemaOf(this.#found.operation, "query");
    const kept = this.#address.query.filter(([name, value]) => {
      if (propertyOf(schema, name) || this.#isOpen(value) || !isLikelyKey(name, value)) return true;
      this.#leftOut.push(`the query parameter ${name}, which may be a key`);
      return false;
    });
    return this.#members(typedValues(kept, schema), this.#whole("query"));
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
      else if (api.requestHeaders && Object.hasOwn(api.requestHeaders, lower)) continue;
      else if (idleHeaders.test(lower)) this.#idle.push(lower);
      else if (isLikelyKey(name, value)) {
        const key = authorized === false ? undefined : api.auth.check({ [lower]: value });
        if ((this.#isOpen(value) && isVariable(value)) || isStandIn(key ?? withoutScheme(value))) continue;
        // What is exchanged for a token is kept, not the token.
        if (key !== undefined && !this.#isOpen(key) && api.auth.exchange === undefined) this.#key = key;
        else this.#leftOut.push(`the header ${name}, which may be a key`);
      } else this.#leftOut.push(`the header ${name}, which is not documented for this operation`);
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
      const { value, hasComments } = readJsonBody(body, (name, value, context) => {
        if (typeof value !== "number") return value;
        // Written as null it would be another value: as it stands it is an error of the file.
        if (!Number.isFinite(value)) return rawJSON(context?.source ?? "null");
        if (isRounded(value, context?.source))
          this.#leftOut.push(
            `digits of the number ${isNamedLikeKey(name) ? name : context?.source?.slice(0, 100)}, which is longer than a double holds`,
          );
        return value;
      });
      if (hasComments) this.#leftOut.push("the comments in the body");
      return value;
    } catch {
      if (isForm(body, headers)) {
        const schema = this.#known.schemaOf(this.#found.operation, "body");
        this.#leftOut.push("that the body was a form: its fields became JSON");
        return typedValues(entriesOf(body), schema);
      }
      this.#leftOut.push(`the body, ${body.length} characters that are no JSON`);
      return undefined;
    }
  }

  /** What is a secret by the documents, or could be a key where they do not show it, is a placeholder. */
  #withoutSecrets(value: unknown, member: Member): unknown {
    if (isRawJSON(value))
      return isSecret(Number(value.rawJSON), member) ? this.#placeholder(member, value.rawJSON, true) : value;
    if (typeof value === "string" || typeof value === "number")
      return !this.#isOpen(String(value)) && isSecret(value, member)
        ? this.#placeholder(member, value)
        : value;
    if (Array.isArray(value)) {
      const items = typeof member.schema?.items === "object" ? member.schema.items : undefined;
      return value.map((item) => this.#withoutSecrets(item, { ...member, schema: items }));
    }
    return isRow(value) ? this.#members(value, member) : value;
  }

  #members(value: Record<string, unknown>, member: Member): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => {
        const schema = propertyOf(member.schema, name);
        const isDocumented = schema !== undefined;
        return [
          name,
          this.#withoutSecrets(item, {
            name,
            place: `${member.place}_${name}`,
            schema,
            isDocumented,
            isWithinKey: member.isWithinKey || (!isDocumented && isNamedLikeKey(name)),
          }),
        ];
      }),
    );
  }

  #placeholder(
    { place, name }: Member,
    value: string | number,
    isNumber = typeof value === "number",
  ): string {
    const text = String(value);
    const isAsked = isStandIn(text);
    const secret = isAsked ? secretName(place) : this.#names.nameOf(secretName(place), text);
    this.#placeholders.add(secret);
    // Whoever sends is asked for what is to stand there.
    if (!isAsked) this.#secrets.set(secret, text);
    if (isNumber) this.#leftOut.push(`that ${name} was a number: as a secret it is a text`);
    return `{{secret:${secret}}}`;
  }
}

/** A member of a body or a query. */
interface Member {
  name: string;
  /** Its name behind those of what it is in. */
  place: string;
  schema: JsonSchema | undefined;
  isDocumented: boolean;
  /** It is in something that no document shows and whose name is that of a key. */
  isWithinKey: boolean;
}

function isSecret(value: string | number, { name, schema, isDocumented, isWithinKey }: Member): boolean {
  // Many tokens are counted; one is written out.
  if (typeof value === "number") return isWithinKey && !isDocumented && !/s$/i.test(name);
  if (value === "") return false;
  if (isDocumented) return schema?.["x-secret"] === true || schema?.format === "password" || isPassword(name);
  return isWithinKey || isLikelyKey(name, value);
}

const isRounded = (value: number, source = "") =>
  (value === 0 && /^-?[\d.]*[1-9]/.test(source)) ||
  (/^-?\d+$/.test(source) && BigInt(source) !== BigInt(value));

/** A placeholder, with perhaps a scheme before it: nothing is lost when the key is added in its place. */
const isVariable = (value: string) => isPlaceholder(withoutScheme(value));

const withoutScheme = (value: string) => value.replace(/^\s*(bearer|basic|token)\s/i, "");

const secretName = (place: string) => place.toUpperCase().replace(/\W+/g, "_");
