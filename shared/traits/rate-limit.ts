/** Rate-limit headers: the client reads a budget from them, the sandbox writes them. */
import type { RateLimit, Tier } from "../api.ts";

const wholeNumber = (text: string | undefined) =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

function rateLimit(headers: RateLimit["headers"], tiers: readonly Tier[]): RateLimit {
  const names = [headers.limit, headers.remaining, headers.reset] as const;
  return {
    headers,
    tiers,
    read(reply) {
      const [limit, remaining, reset] = names.map((name) => wholeNumber(name && reply[name.toLowerCase()]));
      return {
        ...(limit !== undefined && { limit }),
        ...(remaining !== undefined && { remaining }),
        ...(reset !== undefined && { reset }),
      };
    },
    write(budget, retryAfter) {
      const values = [budget.limit, budget.remaining, budget.reset];
      const written: Record<string, string> = {};
      names.forEach((name, index) => {
        if (name) written[name.toLowerCase()] = String(values[index]);
      });
      if (headers.retryAfter === "always" || (headers.retryAfter && retryAfter !== undefined))
        written["retry-after"] = String(retryAfter ?? 0);
      return written;
    },
  };
}

const documentedNames = {
  limit: "X-RateLimit-Limit",
  remaining: "X-RateLimit-Remaining",
  reset: "X-RateLimit-Reset",
};

/** The three X-RateLimit headers on every reply. `X-RateLimit-Reset` is a Unix timestamp in seconds. */
export const threeHeaders = (tiers: readonly Tier[] = [], retryAfter?: "on 429" | "always"): RateLimit =>
  rateLimit({ ...documentedNames, ...(retryAfter && { retryAfter }) }, tiers);

/** Only `X-RateLimit-Remaining` is documented. */
export const remainingHeader = (tiers: readonly Tier[] = []): RateLimit =>
  rateLimit({ remaining: documentedNames.remaining }, tiers);

/** No budget headers; a 429 carries Retry-After. */
export const retryAfterOnly = (tiers: readonly Tier[] = []): RateLimit =>
  rateLimit({ retryAfter: "on 429" }, tiers);

/** Rate-limit headers are not shown. */
export const noRateLimitHeaders: RateLimit = rateLimit({}, []);
