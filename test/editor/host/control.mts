import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import axe, { type AxeResults } from "axe-core";
import type { FrameLocator, Locator, Page, PageScreenshotOptions } from "playwright-core";
import type { ControlAnswers } from "./control.ts";
import { frameMark } from "./frame-mark.mts";

const FIND_TIMEOUT = 30_000;
const UNCOVERED_TIMEOUT = 5_000;
const FOCUS_TIMEOUT = 1_000;
const KEY_DELAY = 20;

export interface Control extends AsyncDisposable {
  /** For the environment variable `VSCODE_HOST_CONTROL`. */
  address: string;
  /** Whether the suite has reported that it ran to its end. */
  suiteDone: boolean;
}

/** What `control.ts` asks on behalf of a suite. */
type SuiteRequests = {
  [Name in keyof ControlAnswers]: (argument: string) => Promise<ControlAnswers[Name]>;
};

/** What `suite-entry.cts` reports. */
type EntryRequests = Record<"stdout" | "stderr" | "done", (argument: string) => unknown>;

/** Lets the extension host drive the page that shows it. */
export async function startControl(page: Page, artifactsDir: string): Promise<Control> {
  const all = (selector: string): Locator => {
    const frames = selector.split(frameMark);
    const element = frames.pop() ?? "";
    return frames
      .reduce<Page | FrameLocator>((document, frame) => document.frameLocator(frame), page)
      .locator(element);
  };
  const first = (selector: string) => all(selector).first();
  /** The page that was opened last, outside the editor. */
  const external = async (): Promise<Page> => {
    const opened = () =>
      page
        .context()
        .pages()
        .findLast((each) => each !== page);
    return opened() ?? page.context().waitForEvent("page", { timeout: FIND_TIMEOUT });
  };
  const picture = async (shown: Page, name: string, part?: PageScreenshotOptions["clip"]) => {
    const path = join(artifactsDir, `${name.replaceAll(/[^\w.-]/g, "_")}.png`);
    await shown.screenshot({ path, ...(part && { clip: part }) });
    return path;
  };
  /** A person looks where the focus is: a question may not have it yet, or a tree that was read again may have taken it. */
  const focusQuestion = async () => {
    const question = first(".quick-input-widget:visible");
    const focus = question.locator(":focus");
    if ((await question.count()) === 0 || (await focus.count()) > 0) return;
    await focus.waitFor({ timeout: FOCUS_TIMEOUT }).catch(() =>
      // Gone meanwhile is answered, too.
      question
        .locator("input")
        .first()
        .click({ timeout: FOCUS_TIMEOUT })
        .catch(() => {}),
    );
  };
  /** What came up below the resting pointer may lie over what a person points at: they take the pointer away first. */
  const point = async (act: (options: { timeout: number }) => Promise<void>) => {
    try {
      await act({ timeout: UNCOVERED_TIMEOUT });
    } catch {
      const { width = 0, height = 0 } = page.viewportSize() ?? {};
      await page.mouse.move(width - 1, height / 2);
      await act({ timeout: FIND_TIMEOUT });
    }
  };
  const requests: SuiteRequests & EntryRequests = {
    screenshot: (name) => picture(page, name),
    screenshotPart: (asked) => {
      // control.ts has written it.
      const { name, part } = JSON.parse(asked) as { name: string; part: PageScreenshotOptions["clip"] };
      return picture(page, name, part);
    },
    screenshotExternal: async (name) => picture(await external(), name),
    closeExternal: async (words) => {
      const shown = await external();
      await shown.getByText(words).waitFor({ timeout: FIND_TIMEOUT });
      await shown.close();
    },
    clickExternal: async (selector) =>
      (await external()).locator(selector).first().click({ timeout: FIND_TIMEOUT }),
    press: async (key) => {
      await focusQuestion();
      await page.keyboard.press(key);
    },
    type: async (typed) => {
      await focusQuestion();
      await page.keyboard.type(typed, { delay: KEY_DELAY });
    },
    click: (selector) => point((options) => first(selector).click(options)),
    rightClick: (selector) => point((options) => first(selector).click({ button: "right", ...options })),
    hover: (selector) => point((options) => first(selector).hover(options)),
    text: (selector) =>
      // A picture of SVG has no inner text.
      all(selector)
        .filter({ visible: true })
        .evaluateAll((found: Partial<Record<"innerText", string>>[]) =>
          found.map(({ innerText }) => innerText ?? ""),
        ),
    accessibilityFaults: async (selector) => {
      const element = await first(selector).elementHandle({ timeout: FIND_TIMEOUT });
      const frame = await element?.ownerFrame();
      if (!frame) throw new Error(`No document holds ${selector}`);
      await frame.evaluate(axe.source);
      const { violations } = await frame.evaluate<AxeResults>("axe.run()");
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target }) => `${id}: ${help}: ${target.join(" ")}`),
      );
    },
    stdout: (printed) => process.stdout.write(printed),
    stderr: (printed) => process.stderr.write(printed),
    done: () => (control.suiteDone = true),
  };

  // The path is a secret: a page in somebody's browser can post to any port, but not guess this.
  const prefix = `/${randomUUID()}/`;
  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const name = request.url?.startsWith(prefix) ? request.url.slice(prefix.length) : "";
    if (!Object.hasOwn(requests, name)) throw new Error(`There is no request ${name}`);
    return requests[name as keyof typeof requests](await text(request));
  };

  const server = createServer((request, response) => {
    answer(request).then(
      (value) => response.end(JSON.stringify(value ?? null)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const control: Control = {
    address: `http://127.0.0.1:${port}${prefix.slice(0, -1)}`,
    suiteDone: false,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return control;
}
