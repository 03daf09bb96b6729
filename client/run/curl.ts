/** A request as a command for a shell. Keys and secrets are variables of the shell. Without vscode. */
import { baseAddress, requestAddress } from "../../shared/http/address.ts";
import { credentialVariable } from "../../shared/environment-variables.ts";
import type { SentRequest } from "./shown-text.ts";

export function curlOf({ operation, target: { baseUrl, route }, values }: SentRequest): string {
  const { api, authorized } = operation;
  const address = requestAddress(baseAddress(baseUrl), route, values);
  const [credential = "key"] = Object.keys(api.auth.credentials);
  const key = credentialVariable(api, api.auth.exchange === undefined ? credential : "token");
  const headers = {
    ...(authorized !== false && api.auth.apply(`{{secret:${key}}}`)),
    ...(values.body !== undefined && { "content-type": "application/json" }),
    ...values.headers,
  };
  return [
    `curl --request ${route.method} ${quoted(address.href.replaceAll(encodedSecret, "{{secret:$1}}"))}`,
    ...Object.entries(headers).map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    ...(values.body === undefined ? [] : [`--data-raw ${quoted(JSON.stringify(values.body))}`]),
  ].join(" \\\n  ");
}

const secret = /\{\{\s*secret:([^{}]*)\}\}/;
const encodedSecret = /%7B%7Bsecret%3A([\w.-]+)%7D%7D/gi;

/** One word of a shell. In double quotes a variable's value is not read as anything else. */
function quoted(text: string): string {
  const parts = text.split(secret).map((part, index) => {
    if (index % 2 === 1)
      return `"$${part
        .trim()
        .replace(/\W/g, "_")
        .replace(/^(?=\d)/, "_")}"`;
    return part === "" ? "" : `'${part.replaceAll("'", String.raw`'\''`)}'`;
  });
  return parts.join("") || "''";
}
