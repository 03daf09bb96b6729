/** A figure of the sandbox that moves a little, as one of a running service does: the same for its name and the time. */
export function wave(name: string, middle: number, moment: string): number {
  const seconds = Date.parse(moment) / 1000;
  const swing = periods.reduce(
    (sum, period, index) => sum + Math.sin(2 * Math.PI * (seconds / period + phase(`${name}${index}`))),
    0,
  );
  return middle * (1 + (reach * swing) / periods.length);
}

/** How far it moves to either side, as a part of the middle. */
const reach = 0.06;

/** In seconds: something is seen within a minute, and something else over a quarter of an hour. */
const periods = [53, 311, 1009];

/** Between 0 and 1, so that two figures do not move together. */
function phase(seed: string): number {
  let hash = 0;
  for (const letter of seed) hash = (hash * 31 + letter.charCodeAt(0)) % 1009;
  return hash / 1009;
}
