/** Time and chance, passed in so that tests of waiting don't wait. */
export interface Clock {
  now(): number;
  /** Rejects with the signal's reason when it is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Calls back once after that time, unless the function that it gives is called before. */
  after(milliseconds: number, callback: () => void): () => void;
  /** A number from 0 to 1, another each time. */
  random(): number;
}

/** Node fires timers of 2^31 ms and over at once. */
const longest = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, Math.min(Math.max(0, milliseconds), longest));
    return () => clearTimeout(timer);
  },
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const stop = () => {
        callOff();
        reject(signal?.reason);
      };
      const callOff = systemClock.after(milliseconds, () => {
        signal?.removeEventListener("abort", stop);
        resolve();
      });
      signal?.addEventListener("abort", stop, { once: true });
    }),
};
