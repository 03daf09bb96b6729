/** Numbers and moments as the person's own language writes them. */

const plain = new Intl.NumberFormat(undefined, { maximumFractionDigits: 20 });
const signed = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 12, signDisplay: "always" });
const hour = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
const dayAndClock = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

/** All of its digits: what is left out would be our choice. */
export const numberWords = (value: number) => plain.format(value);

/** "+2 since 14:03". */
export const changeWords = (from: number, to: number, at: number) =>
  `${from === to ? "same" : signed.format(to - from)} since ${hour.format(at)}`;

export const clockWords = (at: number) => clock.format(at);

export const momentWords = (at: number) => dayAndClock.format(at);
