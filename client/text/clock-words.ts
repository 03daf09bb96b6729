/** Moments by this machine's clock. `time` is in milliseconds since 1970. */

/** As `14:05:09` */
export const clockWords = (time: number): string =>
  new Date(time).toLocaleTimeString("en", {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });

/** As `4 May 2026` */
export const dateWords = (time: number): string =>
  new Date(time).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });

/** As `4 May 2026, 14:05:09` */
export const momentWords = (time: number): string => `${dateWords(time)}, ${clockWords(time)}`;
