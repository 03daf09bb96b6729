/** Signing in: ask in the browser, wait for one answer, exchange its code. */
import type { FlowOptions } from "./flow.ts";
import type { Redirect } from "./loopback.ts";
import { SignInError } from "./sign-in-error.ts";
import type { OAuthClient, Token } from "./token.ts";

/** How long the person may take, in milliseconds. */
const patience = 5 * 60_000;

export interface SignInOptions extends FlowOptions {
  redirect: Redirect;
  /** Shows the address in the person's browser; false when it could not. */
  open: (address: URL) => Promise<boolean>;
  /** Aborted when the person does not want it any more. */
  signal: AbortSignal;
  patience?: number;
}

/** Throws a SignInError. However it ends, nothing listens any more. */
export async function signIn(
  client: OAuthClient,
  scopes: readonly string[],
  options: SignInOptions,
): Promise<Token> {
  const { redirect, open, signal } = options;
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const cancel = () => reject(new SignInError("cancelled", "Signing in was cancelled."));
  const late = () =>
    reject(new SignInError("failed", "The browser gave no answer within five minutes. Sign in again."));
  const timer = setTimeout(late, options.patience ?? patience);
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  const asked = async () => {
    const { question } = await import("./flow.ts");
    const { address, answer } = await question(client, scopes, redirect.uri, options);
    if (!(await open(address)))
      throw new SignInError("cancelled", "The browser was not opened, so nobody is signed in.");
    return { answer, redirected: await redirect.answer };
  };
  try {
    const { answer, redirected } = await Promise.race([asked(), stopped]);
    clearTimeout(timer);
    return await answer(redirected, signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
    redirect.close();
  }
}
