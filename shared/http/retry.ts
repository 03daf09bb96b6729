/** When a further try may be made, and how long to wait for it. Pure: time and chance come in. */
import type { Headers } from "../api.ts";

export const maxAttempts = 3;
/** A stated wait longer than this is told to the person, not waited for. */
export const longestWait = 120_000;

/** The wait before another try where nothing states one, in milliseconds: jittered, 0.5 to 8 seconds. */
export const backoff = (attempt: number, random: number) =>
  Math.min(8000, 1000 * 2 ** (attempt - 1)) * (0.5 + random / 2);

/**
 * The wait that a 429 states, in milliseconds; undefined where it states none that can be believed.
 * Retry-After goes first; X-RateLimit-Reset is corrected by the server's own clock.
 */
export function statedWait(
  headers: Headers,
  resetHeader: string | undefined,
  now: number,
): number | undefined {
  const retryAfter = headers["retry-after"]?.trim();
  if (retryAfter !== undefined && /^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const serverNow = httpDate(headers.date) ?? now;
  const until = httpDate(retryAfter);
  if (until !== undefined) return until > serverNow ? until - serverNow : undefined;
  if (retryAfter !== undefined) return undefined;
  const reset = resetHeader && headers[resetHeader.toLowerCase()];
  if (!reset || !/^\d{1,15}$/.test(reset)) return undefined;
  const value = Number(reset);
  const wait = (value > 1e11 ? value : value * 1000) - serverNow;
  return wait > 0 ? wait : undefined;
}

const imfDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** An IMF-fixdate. `Date.parse` alone takes "-1" for a date. */
function httpDate(text: string | undefined): number | undefined {
  if (text === undefined || !imfDate.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
