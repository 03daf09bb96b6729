/** With which secrets deliveries are checked, and how their signatures are written. */
import type { Api } from "../../shared/api.ts";
import type { NamedSecret } from "../../shared/webhooks/mismatch.ts";
import { type SandboxDirectory, sandboxSecret } from "../../shared/sandbox/directory.ts";
import type { SignatureSettings } from "../../shared/webhooks/verify.ts";
import { environmentPresentation, environmentsOf } from "../session/environments.ts";
import type { Session } from "../session/session.ts";
import { usualSignature, type WebhookSettings } from "./webhook-settings.ts";

/** Another window may set a secret: so many milliseconds one is taken for current. */
const timeToLive = 5000;

export class Signing {
  readonly #session: Session;
  readonly #settings: () => WebhookSettings;
  /** The secrets of the keychain that were asked for, by environment and slug. */
  readonly #known = new Map<string, { secret: Promise<string | undefined>; until: number }>();
  #sandbox: SandboxDirectory | undefined;

  constructor(session: Session, settings: () => WebhookSettings) {
    this.#session = session;
    this.#settings = settings;
  }

  /** The running sandbox signs with secrets of its own. */
  know(sandbox: SandboxDirectory | undefined): void {
    this.#sandbox = sandbox;
  }

  /** Secrets may be others. */
  forget(): void {
    this.#known.clear();
  }

  /** How the API's deliveries are checked in an environment. */
  async settingsOf(api: Api, environment: string): Promise<SignatureSettings> {
    if (environment === "sandbox") {
      const secret = sandboxSecret(api, this.#sandbox);
      const encoding = this.#sandbox?.apis[api.slug]?.webhooks?.encoding === "base64" ? "base64" : "hex";
      // What the documents leave open the sandbox decides for itself.
      return { encoding, prefix: "", algorithm: "HMAC-SHA256", ...(secret !== undefined && { secret }) };
    }
    const { signatures } = this.#settings();
    const choice = Object.hasOwn(signatures, api.slug) ? signatures[api.slug] : undefined;
    const secret = await this.#stored(api, environment);
    return { ...(choice ?? usualSignature), ...(secret !== undefined && { secret }) };
  }

  /** All that are known for the API, that of the environment first. */
  async secretsOf(api: Api, environment: string): Promise<NamedSecret[]> {
    const others = environmentsOf(this.#session.settings).filter((name) => name !== environment);
    const found = await Promise.all(
      [environment, ...others].map(async (name) => {
        const { secret } = await this.settingsOf(api, name);
        const { title } = environmentPresentation(name);
        return secret === undefined ? [] : [{ name: `the secret of ${title}`, secret }];
      }),
    );
    return found.flat();
  }

  /** A burst does not ask the keychain for each delivery. */
  #stored({ slug }: Api, environment: string): Promise<string | undefined> {
    const name = `${environment} ${slug}`;
    const known = this.#known.get(name);
    if (known && Date.now() < known.until) return known.secret;
    const secret = this.#session.keys
      .find({ webhooksOf: slug, environment })
      .then((found) => found?.credentials["value"])
      .catch(() => undefined); // Then it is not checked; the log has why.
    this.#known.set(name, { secret, until: Date.now() + timeToLive });
    return secret;
  }
}
