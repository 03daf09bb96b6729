/** The question before the first request to an origin, as a person answers it. */
import type { View } from "../../../shared/api.ts";
import { press } from "../host/control.ts";
import { clickLink, wordsIn, wordsInView } from "./sidebar.ts";

/** In a view whose lists all wait. `title` is that of the one API that waits. */
export async function allowOrigin(view: View, title: string): Promise<void> {
  await wordsInView(view, /Requests to a new address wait/);
  void clickLink(view, "Allow");
  await wordsIn(".quick-input-widget", new RegExp(`${title}, \\w+: allow requests to http`));
  await press("Enter");
}
