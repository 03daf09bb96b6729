/** Where the command line sends to, and with which key. */
import { readFile } from "node:fs/promises";
import { type Api, type Credentials, operationsOf, type Route } from "../../shared/api.ts";
import { type Caller, createCaller } from "../../shared/client.ts";
import { apis } from "../../shared/apis/index.ts";
import { deprecationAt } from "../../shared/deprecation.ts";
import { baseAddress } from "../../shared/http/address.ts";
import type { Proxy } from "../../shared/http/proxy.ts";
import { createTransport } from "../../shared/http/transport.ts";
import { keychain } from "../../shared/keys/keychain.ts";
import { baseUrlVariable, credentialVariable } from "../../shared/environment-variables.ts";
import { createKeys, type Keys } from "../../shared/keys/keys.ts";
import { outdatedKeys } from "../../shared/keys/outdated-keys.ts";
import { parseRoute } from "../../shared/routes.ts";
import { defaultPort, findSandbox } from "../../shared/sandbox/directory.ts";
import { isRow } from "../../shared/traits/values.ts";
import { type Arguments, pairs, type Terminal, UsageError } from "./command.ts";

export const connectionOptions = {
  "base-url": { type: "string", multiple: true },
  route: { type: "string", multiple: true },
  verbose: { type: "boolean" },
} as const;

/** An API as it is reached. */
export interface Connection {
  api: Api;
  baseUrl: string;
  credentials: Credentials;
  routes: Readonly<Record<string, Route>>;
  caller: Caller;
}

/**
 * Explicit settings go first; what is missing then comes from the local sandbox, if it runs.
 * @param environment of another than the sandbox all must be set
 */
export async function connectionTo(
  terminal: Terminal,
  args: Arguments,
  api: Api,
  environment = "sandbox",
): Promise<Connection> {
  const { env } = terminal;
  const proxy = proxyOf(env);
  const transport = createTransport({ ...(proxy && { proxy }) });
  const given = new Map(pairs("base-url", args.values["base-url"]));
  requireKnown([...given.keys()], env);
  let baseUrl = given.get(api.slug) ?? env[baseUrlVariable(api.slug)];
  let credentials = credentialsFromVariables(api, env);
  let routes = await boundRoutes(terminal, args);
  if (baseUrl === undefined && environment !== "sandbox")
    throw new UsageError(
      `No base address is set for ${api.slug}. Give --base-url ${api.slug}=URL, or set ${baseUrlVariable(api.slug)}.`,
    );
  if (baseUrl === undefined) {
    const sandbox = await findSandbox(transport, sandboxAddress(env));
    const entry = typeof sandbox === "string" ? undefined : sandbox.apis[api.slug];
    if (typeof sandbox === "string" || !entry)
      throw new UsageError(
        `No base address is set for ${api.slug}. Give --base-url ${api.slug}=URL, set ${baseUrlVariable(api.slug)}, or start the sandbox: switchboard sandbox`,
      );
    baseUrl = entry.baseUrl;
    terminal.error(
      `switchboard: no base address is set for ${api.slug}, so this is the sandbox's data, from ${baseUrl}`,
    );
    // A key from a variable is for the service, and whoever listens at the port must not get it.
    credentials = entry.credentials;
    routes = { ...sandbox.routes, ...routes };
  }
  const deprecation = deprecationAt(api, baseUrl);
  if (deprecation !== undefined) terminal.error(`switchboard: ${baseUrl} of ${api.slug}: ${deprecation}`);
  credentials ??= await storedCredentials(
    api,
    baseUrl,
    environment === "sandbox" ? ["test", "live"] : [environment],
  );
  if (!credentials) {
    throw new UsageError(
      `No key is set for ${api.slug}. Set ${variablesOf(api)}, or set the key in the editor.`,
    );
  }
  const caller = createCaller(api, {
    baseUrl,
    credentials,
    routes,
    transport,
    ...(args.values.verbose && { trace: (line: string) => terminal.error(line) }),
  });
  return { api, baseUrl, credentials, routes, caller };
}

/** An address for an API that does not exist is a slip: without it the sandbox would answer instead. */
function requireKnown(slugs: readonly string[], env: Terminal["env"]): void {
  const known = `The APIs are ${apis.map(({ slug }) => slug).join(", ")}.`;
  for (const slug of slugs)
    if (!apis.some((api) => api.slug === slug))
      throw new UsageError(`--base-url names no API: ${JSON.stringify(slug)}. ${known}`);
  const prefix = baseUrlVariable("");
  const names = new Set(apis.map(({ slug }) => baseUrlVariable(slug)));
  for (const name of Object.keys(env))
    if (name.startsWith(prefix) && !names.has(name))
      throw new UsageError(`The variable ${name} names no API. The variables are ${[...names].join(", ")}.`);
}

/** As other programs read it: the name in small letters first, blank for none. */
export function proxyOf(env: Terminal["env"]): Proxy | undefined {
  const address = env.https_proxy ?? env.HTTPS_PROXY;
  if (!address) return undefined;
  const except = env.no_proxy ?? env.NO_PROXY ?? "";
  return { address, except: except.split(/[\s,]+/).filter(Boolean) };
}

/** The sandbox's root. What a directory says of itself is not asked: another program may have written it. */
export function sandboxAddress({ SWITCHBOARD_SANDBOX_URL }: Terminal["env"]): string {
  const usual = `http://127.0.0.1:${defaultPort}`;
  try {
    return baseAddress(SWITCHBOARD_SANDBOX_URL ?? usual).origin;
  } catch {
    // A password may stand in it.
    throw new UsageError(`SWITCHBOARD_SANDBOX_URL holds no address of a sandbox. Set it like ${usual}.`);
  }
}

/**
 * What was set in the editor. A keychain that does not answer has nothing.
 * @param variables what to set where it cannot be read
 */
export function storedKeys(variables: string): Pick<Keys, "find"> {
  const keys = createKeys([keychain()], undefined, outdatedKeys());
  return {
    find: (owner) =>
      keys.find(owner).catch((error: Error) => {
        const reason = error.message.replace(/\.$/, "");
        throw new UsageError(
          `What was set in the editor cannot be read: ${reason}. To do without it, set ${variables}.`,
        );
      }),
  };
}

/** In words. */
const variablesOf = (api: Api): string =>
  Object.keys(api.auth.credentials)
    .map((name) => credentialVariable(api, name))
    .join(" and ");

/** A key that was set in the editor for the same origin. */
async function storedCredentials(
  api: Api,
  baseUrl: string,
  environments: readonly string[],
): Promise<Credentials | undefined> {
  const { origin } = baseAddress(baseUrl);
  const keys = storedKeys(variablesOf(api));
  for (const environment of environments) {
    const found = await keys.find({ api: api.slug, environment, origin });
    if (found) return found.credentials;
  }
  return undefined;
}

function credentialsFromVariables(api: Api, env: Terminal["env"]): Credentials | undefined {
  const entries = Object.keys(api.auth.credentials).map(
    (name) => [name, env[credentialVariable(api, name)]] as const,
  );
  return entries.every(([, value]) => value) ? (Object.fromEntries(entries) as Credentials) : undefined; // Every value was just seen to be set.
}

/** `--route OPERATION='POST /path'`, over those of the file that SWITCHBOARD_ROUTES names. */
async function boundRoutes(terminal: Terminal, args: Arguments): Promise<Record<string, Route>> {
  const texts: Record<string, unknown> = {};
  const file = terminal.env.SWITCHBOARD_ROUTES;
  if (file) {
    const content: unknown = await readFile(file, "utf8")
      .then((text) => JSON.parse(text))
      .catch((error: Error) => {
        throw new UsageError(`SWITCHBOARD_ROUTES cannot be read: ${error.message.replace(/\s+/g, " ")}`);
      });
    if (!isRow(content))
      throw new UsageError(
        'SWITCHBOARD_ROUTES must hold an object like {"content.posts.create": "POST /content/posts"}.',
      );
    Object.assign(texts, content);
  }
  Object.assign(texts, Object.fromEntries(pairs("route", args.values.route)));
  return Object.fromEntries(
    Object.entries(texts).map(([id, text]) => {
      const route = typeof text === "string" ? parseRoute(text) : undefined;
      findOperation(apis, id);
      if (!route)
        throw new UsageError(
          `The route of ${id} must look like "POST /path", found ${JSON.stringify(text)}.`,
        );
      return [id, route];
    }),
  );
}

/** The operation of an id, or an error that names near ones. */
export function findOperation(apis: readonly Api[], id: string) {
  const operations = operationsOf(apis);
  const operation = operations.find((each) => each.id === id);
  if (operation) return operation;
  const near = operations
    .filter((each) => each.id.split(".").some((part) => id.split(".").includes(part)))
    .slice(0, 4);
  throw new UsageError(
    `There is no operation ${JSON.stringify(id)}.${near.length > 0 ? ` Near: ${near.map((each) => each.id).join(", ")}.` : ""} See: switchboard operations`,
  );
}
