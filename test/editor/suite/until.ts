/** Asks again until there is an answer; the window draws when it likes. `what` says what was waited for. */
export async function until<T>(
  what: string | (() => string | Promise<string>),
  ask: () => T | undefined | PromiseLike<T | undefined>,
  patience = 60_000,
): Promise<NonNullable<T>> {
  const end = Date.now() + patience;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end)
      throw new Error(`Not within ${patience / 1000} s: ${typeof what === "string" ? what : await what()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** What VS Code draws anew meanwhile forgets a click or loses its menu: a person does it again. */
export async function insist<T>(
  what: string,
  act: () => PromiseLike<unknown>,
  seen: () => T | undefined | PromiseLike<T | undefined>,
  patience = 10_000,
): Promise<NonNullable<T>> {
  let missing: unknown;
  return until(
    () => `${what}, for: ${String(missing)}`,
    async () => {
      try {
        await act();
        return await until(what, seen, patience);
      } catch (error) {
        missing = error;
        return undefined;
      }
    },
  );
}

/** Long enough for what fades in or is drawn late, and for an input to take what is typed. */
export const moment = (milliseconds = 300) => new Promise((resolve) => setTimeout(resolve, milliseconds));
