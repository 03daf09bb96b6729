/** What VS Code asks a person, in its quick picks and input boxes. */
import { lines } from "./sidebar.ts";
import { until } from "./until.ts";

/** Waits for the question, and until it can be answered. */
export async function asked(title: RegExp): Promise<string> {
  // A picker that has gone keeps its title.
  const shown = () => lines(".quick-input-widget:visible .quick-input-title");
  return until(`the question ${title}`, async () => (await shown()).find((each) => title.test(each)));
}
