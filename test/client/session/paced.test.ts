import { expect, it } from "vitest";
import { Paced } from "../../../client/session/paced.ts";

/** A clock that is moved by hand. */
function clock() {
  let now = 0;
  const waiting = new Set<{ at: number; then: () => void }>();
  return {
    get now() {
      return now;
    },
    after(time: number, then: () => void) {
      const each = { at: now + time, then };
      waiting.add(each);
      return () => void waiting.delete(each);
    },
    pass(time: number) {
      const end = now + time;
      for (;;) {
        const [next] = [...waiting].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
        if (!next) break;
        waiting.delete(next);
        now = next.at;
        next.then();
      }
      now = end;
    },
  };
}

it("says a change at once, and a burst of them ten times a second, the last one too", () => {
  const time = clock();
  const said: number[] = [];
  const paced = new Paced({ say: () => said.push(time.now), after: (wait, then) => time.after(wait, then) });
  paced.changed();
  expect(said).toEqual([0]);
  for (let each = 0; each < 5000; each++) {
    time.pass(0.5);
    paced.changed();
  }
  time.pass(1000);
  expect(said).toEqual(Array.from({ length: 27 }, (_, index) => index * 100));
  paced.changed();
  expect(said.at(-1)).toBe(3500);
});

it("says nothing when it is disposed", () => {
  const time = clock();
  let said = 0;
  const paced = new Paced({ say: () => said++, after: (wait, then) => time.after(wait, then) });
  paced.changed();
  paced.changed();
  paced.dispose();
  time.pass(1000);
  expect(said).toBe(1);
});
