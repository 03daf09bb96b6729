/** A failure as a node of a tree: few words, the whole message on hover, and a click that mends it. */
import { RequestError } from "../../shared/http/errors.ts";
import { Obstacle } from "../session/obstacle.ts";
import { clockWords } from "../text/clock-words.ts";
import { plainText } from "../../shared/plain-text.ts";

/** What a click does. */
export type Mend =
  | "set-key"
  | "sign-in"
  | "set-address"
  | "set-route"
  | "allow-origin"
  | "start-sandbox"
  | "set-sandbox-address"
  | "trust"
  | "retry";

export interface FailurePresentation {
  label: string;
  description: string;
  tooltip: string;
  icon: string;
  mend: Mend;
}

/** `inSandbox`: whether the sandbox was asked, whose keys and addresses a person does not set. */
export function failurePresentation(
  error: unknown,
  { inSandbox }: { inSandbox: boolean },
): FailurePresentation {
  const message = plainText(error instanceof Error ? error.message : String(error), 600);
  const present = (
    label: string,
    description: string,
    mend: Mend,
    icon = "warning",
    tooltip = message,
  ): FailurePresentation => ({
    label,
    description,
    tooltip,
    icon,
    mend,
  });
  if (error instanceof Obstacle)
    switch (error.kind) {
      case "untrusted":
        return present("Trust this folder…", "", "trust", "workspace-untrusted");
      case "sandbox-down":
        return present("Start the sandbox", "not running", "start-sandbox", "debug-start");
      case "not-a-sandbox":
        return present("Not a sandbox", "click to set its address", "set-sandbox-address", "link");
      case "no-address":
        return inSandbox
          ? present("Restart the sandbox", "", "retry")
          : present("Set the base address…", "", "set-address", "link");
      case "new-origin":
        return present(plainText(`Allow requests to ${error.origin}…`, 100), "", "allow-origin", "shield");
    }
  if (!(error instanceof RequestError))
    return present("Something went wrong", "click to retry", "retry", "error");
  if (inSandbox && error.kind === "unreachable")
    return present("Start the sandbox", "not running", "start-sandbox", "debug-start");
  switch (error.kind) {
    case "no-credentials":
      return present("Set the key…", "", "set-key", "key");
    case "signed-out":
      return present("Sign in again…", "the sign-in has ended", "sign-in", "account");
    case "unbound":
      return present("The route is not documented", "click to bind it", "set-route", "question", message);
    case "invalid-request":
      return inSandbox
        ? present("The request can't be sent", "click to retry", "retry")
        : present("Correct the base address…", "", "set-address", "link");
    case "unreachable":
      return present("Not reachable", "click to retry", "retry", "debug-disconnect");
    case "interrupted":
      return present("The connection broke", "click to retry", "retry", "debug-disconnect");
    case "timeout":
      return present("No answer in time", "click to retry", "retry", "watch");
    case "rate-limited":
      return present("Rate limit reached", again(error.retryAt), "retry", "watch");
    case "refused":
      return error.fault?.status === 401 && !inSandbox
        ? present("Key refused", "click to set it again", "set-key", "key")
        : present(
            plainText(error.fault?.message ?? "The request was refused", 60),
            `${error.fault?.status ?? "?"} · click to retry`,
            "retry",
            "error",
          );
    case "unreadable":
      return present("The reply can't be read", "click to retry", "retry", "error");
    case "aborted":
      return present("Cancelled", "click to retry", "retry", "circle-slash");
  }
}

const again = (retryAt: Date | undefined) =>
  retryAt ? `try again at ${clockWords(retryAt.getTime())}` : "click to retry";
