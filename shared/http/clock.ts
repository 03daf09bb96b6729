/** Time and chance, passed in so that tests of waiting don't wait. */
export interface Clock {
  now(): number;
  /** Rejects with the signal's reason when it is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** From 0 to 1. */
  random(): number;
}

/** Node fires timers of 2^31 ms and over at once. */
const longest = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(
        () => {
          signal?.removeEventListener("abort", stop);
          resolve();
        },
        Math.min(Math.max(0, milliseconds), longest),
      );
      signal?.addEventListener("abort", stop, { once: true });
    }),
};
