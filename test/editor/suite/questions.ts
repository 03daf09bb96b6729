/** What VS Code asks a person, in its quick picks, input boxes and modal warnings. */
import { click } from "../host/control.ts";
import { lines } from "./sidebar.ts";
import { until } from "./until.ts";

/** Waits for the question, and until it can be answered. */
export async function asked(title: RegExp): Promise<string> {
  const shown = () => lines(".quick-input-widget .quick-input-title");
  return until(`the question ${title}`, async () => (await shown()).find((each) => title.test(each)));
}

const dialog = ".monaco-dialog-box";

/** Waits for the warning that stands in the way, and until it has the focus. Resolves with its words. */
export async function warned(message: RegExp): Promise<string> {
  await until(`the warning ${message}`, async () =>
    (await lines(`${dialog} .dialog-message-text`)).some((each) => message.test(each)),
  );
  await until("its focus", async () => (await lines(`${dialog} .monaco-button:focus`)).length > 0);
  return (await lines(dialog)).join("\n");
}

/** The button of the warning that Enter chooses. */
export const defaultButton = async () => (await lines(`${dialog} .monaco-button:focus`))[0];

export const choose = (button: string) =>
  click(`${dialog} .monaco-button:text-is(${JSON.stringify(button)})`);

export const noWarning = () => until("no warning", async () => (await lines(dialog)).length === 0);
