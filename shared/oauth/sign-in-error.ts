/**
 * Why nobody was signed in: `not-configured` the settings lack an address or the client id, or have a wrong one;
 * `cancelled` the person does not want it any more; `refused` a service or the person said no;
 * `failed` no answer, or none that can be used.
 */
export type SignInFailure = "not-configured" | "cancelled" | "refused" | "failed";

/** Its message names the remedy, and holds no code, state or token. */
export class SignInError extends Error {
  override readonly name = "SignInError";
  readonly kind: SignInFailure;
  constructor(kind: SignInFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
