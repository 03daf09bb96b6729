/** A request of an operation as any program would send it. Keys and secrets are placeholders. */
import type { RequestValues, Route, Sendable } from "../api.ts";
import { credentialVariable } from "../environment-variables.ts";
import { baseAddress, requestAddress } from "../http/address.ts";
import type { PlainRequest } from "./plain-request.ts";

export interface Outgoing {
  operation: Sendable;
  target: { baseUrl: string; route: Route };
  values: RequestValues;
}

/** Throws a RequestError when the address cannot be put together. */
export function plainRequestOf({ operation, target: { baseUrl, route }, values }: Outgoing): PlainRequest {
  const { api, authorized } = operation;
  const address = requestAddress(baseAddress(baseUrl), route, values);
  const headers = {
    ...(authorized !== false && api.auth.apply(`{{secret:${keyVariable(operation)}}}`)),
    ...(values.body !== undefined && { "content-type": "application/json" }),
    ...values.headers,
  };
  return {
    method: route.method,
    url: address.href.replaceAll(encodedSecret, "{{secret:$1}}"),
    headers: Object.entries(headers),
    ...(values.body !== undefined && { body: JSON.stringify(values.body) }),
  };
}

/** The variable that stands for the key, or for the token that it is exchanged for. */
export function keyVariable({ api }: Pick<Sendable, "api">): string {
  const [credential = "key"] = Object.keys(api.auth.credentials);
  return credentialVariable(api, api.auth.exchange === undefined ? credential : "token");
}

const encodedSecret = /%7B%7Bsecret%3A([\w.-]+)%7D%7D/gi;
