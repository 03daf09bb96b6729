import * as vscode from "vscode";
import type { Api } from "../../shared/api.ts";
import type { Session } from "../session/session.ts";

/** The API that `slug` names, else one that the person picks from `offered`, or from all. */
export async function pickApi(
  session: Session,
  title: string,
  slug: string | undefined,
  offered?: readonly Api[],
): Promise<Api | undefined> {
  const apis = await session.apis();
  const named = apis.find((api) => api.slug === slug);
  if (named) return named;
  const picked = await vscode.window.showQuickPick(
    (offered ?? apis).map((api) => ({ label: api.title, description: api.slug, detail: api.purpose, api })),
    { title, matchOnDescription: true },
  );
  return picked?.api;
}
