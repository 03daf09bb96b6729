/**
 * What a suite in the extension host may ask of the browser that shows its editor. Each request takes one string
 * and is sent as the body of `POST $VSCODE_HOST_CONTROL/<request>`; `control.mts` is the other end.
 */
export interface ControlAnswers {
  /** The file that was written, in the run's artifacts folder. */
  screenshot: string;
  screenshotPart: string;
  press: void;
  type: void;
  click: void;
  rightClick: void;
  hover: void;
  text: string[];
  accessibilityFaults: string[];
  clickExternal: void;
  screenshotExternal: string;
  closeExternal: void;
}

const address = process.env["VSCODE_HOST_CONTROL"];

/** False in desktop VS Code, where only `screenshot` may be called, and does nothing. */
export const isHosted = address !== undefined;

/** Saves what the window shows as `<name>.png` and returns the file. */
export async function screenshot(name: string): Promise<string | undefined> {
  return isHosted ? ask("screenshot", name) : undefined;
}

/** Saves a part of what the window shows, in pixels from its upper left corner. */
export async function screenshotPart(
  name: string,
  part: { x: number; y: number; width: number; height: number },
): Promise<void> {
  if (isHosted) await ask("screenshotPart", JSON.stringify({ name, part }));
}

/** Presses one key or chord in Playwright's notation, such as `Control+Space`. */
export async function press(key: string): Promise<void> {
  await ask("press", key);
}

/** Types into whatever has the focus. */
export async function type(text: string): Promise<void> {
  await ask("type", text);
}

/** Clicks the first element that matches a Playwright selector, as soon as it is there. */
export async function click(selector: string): Promise<void> {
  await ask("click", selector);
}

/** Opens the context menu of the first element that matches. */
export async function rightClick(selector: string): Promise<void> {
  await ask("rightClick", selector);
}

/** Moves the pointer over the first element that matches. */
export async function hover(selector: string): Promise<void> {
  await ask("hover", selector);
}

/** The visible text of every element that matches now. */
export async function text(selector: string): Promise<string[]> {
  return ask("text", selector);
}

/** What axe-core finds in the document that holds the first element that matches: a line for each fault and place. */
export async function accessibilityFaults(selector: string): Promise<string[]> {
  return ask("accessibilityFaults", selector);
}

/** Clicks in the page that the editor has opened outside itself. */
export async function clickExternal(selector: string): Promise<void> {
  await ask("clickExternal", selector);
}

/** Saves what that page shows. */
export async function screenshotExternal(name: string): Promise<void> {
  await ask("screenshotExternal", name);
}

/** Closes it when it shows the words, as a person would who is done there. */
export async function closeExternal(words: string): Promise<void> {
  await ask("closeExternal", words);
}

async function ask<Request extends keyof ControlAnswers>(
  request: Request,
  argument: string,
): Promise<ControlAnswers[Request]> {
  if (address === undefined)
    throw new Error(`${request} needs the editor host of test/editor/host: see isHosted`);
  const response = await fetch(`${address}/${request}`, { method: "POST", body: argument });
  if (!response.ok) throw new Error(`${request} ${JSON.stringify(argument)}: ${await response.text()}`);
  return (await response.json()) as ControlAnswers[Request]; // the other end is held to the same type
}
