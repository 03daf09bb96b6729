import type { Api, View } from "../../shared/api.ts";
import type { Session } from "../session/session.ts";
import { showQuickPick } from "../text/questions.ts";

/** An API by its slug, or those that a view shows. */
export type ApiChoice = string | { view: View };

/** The APIs of a choice; all without one, or where it names none. */
export async function apisOf(session: Session, of: ApiChoice | undefined): Promise<readonly Api[]> {
  const apis = await session.apis();
  const chosen =
    typeof of === "object"
      ? apis.filter(({ collections }) => collections.some(({ view }) => view === of.view))
      : apis.filter(({ slug }) => slug === of);
  return chosen.length > 0 ? chosen : apis;
}

/** The one API of the choice, else one that the person picks, of those `among` them where that is given. */
export async function pickApi(
  session: Session,
  title: string,
  of: ApiChoice | undefined,
  among?: readonly Api[],
): Promise<Api | undefined> {
  const apis = await apisOf(session, of);
  if (apis.length === 1) return apis[0];
  const picked = await showQuickPick(
    (among ?? apis).map((api) => ({ label: api.title, description: api.slug, detail: api.purpose, api })),
    { title, matchOnDescription: true },
  );
  return picked?.api;
}
