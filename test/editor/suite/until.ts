/** Asks again until the answer is a yes; the window draws when it likes. */
export async function until<T>(
  what: string,
  ask: () => T | undefined | Promise<T | undefined>,
  patience = 15_000,
): Promise<NonNullable<T>> {
  const end = Date.now() + patience;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`Not within ${patience / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
