/** The question before the first request to an origin, as a person answers it. */
import assert from "node:assert/strict";
import type { View } from "../../../shared/api.ts";
import { choose, warned } from "./questions.ts";
import { clickLink, wordsInView } from "./sidebar.ts";

/** In a view whose lists all wait. `title` is that of the one API that waits. */
export async function allowOrigin(view: View, title: string): Promise<void> {
  await wordsInView(view, /Requests to a new address wait/);
  void clickLink(view, "Allow");
  const words = await warned(/allow requests to http/);
  assert.match(words, new RegExp(`the key of ${title} go there`));
  await choose("Allow");
}
