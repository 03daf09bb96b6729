/** With which secret, and written how, a delivery is signed: for the commands that sign or verify. */
import type { Api } from "../../../shared/api.ts";
import { webhookSecretVariable } from "../../../shared/environment-variables.ts";
import type { Transport } from "../../../shared/http/transport.ts";
import { findSandbox, type SandboxDirectory, sandboxSecret } from "../../../shared/sandbox/directory.ts";
import type { NamedSecret } from "../../../shared/webhooks/mismatch.ts";
import { missingToSign, type SignatureSettings } from "../../../shared/webhooks/verify.ts";
import { type Arguments, environmentOf, type Terminal, UsageError } from "../command.ts";
import { sandboxAddress, storedKeys } from "../connection.ts";

export const signingOptions = {
  environment: { type: "string" },
  encoding: { type: "string" },
  prefix: { type: "string" },
  algorithm: { type: "string" },
} as const;

export const signingUsage =
  "[--environment NAME] [--encoding hex|base64] [--prefix TEXT] [--algorithm hmac-sha256]";

export interface Signing {
  settings: SignatureSettings;
  /** All secrets that are known for the API; that of the settings, if there is one, first. */
  secrets: readonly NamedSecret[];
  /** What to do where a secret is needed and there is none, as sentences. */
  remedy: string;
  /** Why what was set in the editor could not be read, where that is all that could have a secret. */
  problem?: string;
}

/** The secret of a variable goes first, then that of the environment; where none is named the running sandbox's, if any. */
export async function signingOf(
  { env }: Terminal,
  { values }: Arguments,
  api: Api,
  sandbox: SandboxDirectory | undefined,
): Promise<Signing> {
  const encoding = String(values.encoding ?? "hex");
  if (encoding !== "hex" && encoding !== "base64")
    throw new UsageError("--encoding takes hex or base64: the documents show neither.");
  const { algorithm } = values;
  if (algorithm !== undefined && algorithm !== "hmac-sha256")
    throw new UsageError("--algorithm takes hmac-sha256, for the APIs of which the documents show none.");
  const variable = webhookSecretVariable(api.slug);
  const environment = environmentOf(values.environment);
  const isSandbox = environment === undefined || environment === "sandbox";
  const prefix = String(values.prefix ?? "");
  if (/[^\t\x20-\x7e\x80-\xff]/.test(prefix))
    throw new UsageError(
      "--prefix takes what a header can hold: no line's end, and no character beyond Latin-1.",
    );
  const keys = storedKeys(variable);
  const problems: string[] = [];
  const stored = async (name: string) => {
    const found = await keys.find({ webhooksOf: api.slug, environment: name }).catch((error: Error) => {
      problems.push(error.message);
      return undefined;
    });
    return named(`the secret of ${name}`, found?.credentials.value);
  };
  const ofSandbox = named("the secret of the sandbox", sandboxSecret(api, sandbox));
  const own = [
    ...named(variable, env[variable]),
    ...(isSandbox
      ? [...ofSandbox, ...(await stored("test")), ...(await stored("live"))]
      : await stored(environment)),
  ];
  const others = ["test", "live"].filter((name) => !isSandbox && name !== environment);
  const secrets = [
    ...own,
    ...(await Promise.all(others.map(stored))).flat(),
    ...(isSandbox ? [] : ofSandbox),
  ];
  const [first] = own;
  const [problem] = first ? [] : problems;
  const elsewhere = isSandbox
    ? ", set it in the editor, or start the sandbox, which has its own: switchboard sandbox"
    : `, or set it in the editor for the environment ${JSON.stringify(environment)}.`;
  // What the documents leave open the sandbox decides for itself.
  const isOfSandbox = first !== undefined && first === ofSandbox[0];
  return {
    settings: {
      encoding,
      prefix,
      ...(first && { secret: first.secret }),
      ...((algorithm !== undefined || isOfSandbox) && { algorithm: "HMAC-SHA256" }),
    },
    secrets,
    remedy: problem ?? `No webhook secret is set for ${api.slug}. Set ${variable}${elsewhere}`,
    ...(problem !== undefined && { problem }),
  };
}

const named = (name: string, secret: string | undefined): NamedSecret[] =>
  secret === undefined || secret === "" ? [] : [{ name, secret }];

/** What must be there to sign. Throws what is missing. */
export function requireSecret(api: Api, { settings, remedy }: Signing): string {
  switch (missingToSign(api, settings)) {
    case "signature":
      throw new UsageError(
        `Nothing can be signed for ${api.slug}: the documents show no signature of its webhooks.`,
      );
    case "algorithm":
      throw new UsageError(
        `The algorithm of ${api.slug} signatures is not documented. To choose it: --algorithm hmac-sha256`,
      );
    case "secret":
      throw new UsageError(remedy);
    case undefined:
      return settings.secret ?? "";
  }
}

/** The sandbox, if it runs. */
export async function runningSandbox(
  { env }: Terminal,
  transport: Transport,
): Promise<SandboxDirectory | undefined> {
  const found = await findSandbox(transport, sandboxAddress(env));
  return typeof found === "string" ? undefined : found;
}
