/** "Import OpenAPI Description…": nothing is bound that the person has not confirmed, and nothing is fetched. */
import { basename } from "node:path";
import * as vscode from "vscode";
import { type Api, documentedRoute } from "../../shared/api.ts";
import { nameOf } from "../../shared/openapi/imported.ts";
import type { Match } from "../../shared/openapi/match.ts";
import { formatRoute } from "../../shared/routes.ts";
import { pickApi } from "../environments/pick-api.ts";
import type { Session } from "../session/session.ts";
import { showInformation, showingSlowWork } from "../text/notifications.ts";
import { counted } from "../text/counted.ts";
import { boundOf } from "../session/imported-descriptions.ts";
import type { ReadDescription } from "./openapi-worker.ts";
import { saveRoutes } from "./save-routes.ts";
import { showQuickPick } from "../text/questions.ts";

/** Without `slug` or `file` (a path or a URI) the person picks one. */
export async function importOpenApi(
  session: Session,
  slug?: string,
  file?: string | vscode.Uri,
): Promise<void> {
  const api = await pickApi(session, "Import an OpenAPI description of which API?", slug);
  const path = api && (typeof file === "string" ? file : await pickFile(api, file));
  if (!api || path === undefined) return;
  const { readOpenApi } = await import("./read-openapi.ts");
  const { factsOf } = await import("../../shared/openapi/facts.ts");
  const name = basename(path);
  const read = await showingSlowWork(`Reading ${name}`, (signal) =>
    readOpenApi(api, path, signal).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`${name} was not imported. ${reason}`, { cause: error });
    }),
  );
  const confirmed = read && (await confirm(session, read));
  if (!confirmed) return;

  const facts = factsOf(api, read.description, read.matches, confirmed, path);
  const earlier = (await session.imports.all()).find((each) => each.api === api.slug);
  // What an earlier import has bound and this one has not is not bound any more.
  const left = earlier ? boundOf(earlier, session.settings.routes) : [];
  await session.imports.save(facts);
  await saveRoutes(session, { ...Object.fromEntries(left.map((id) => [id, undefined])), ...facts.routes });

  const { leftOut } = read.description;
  if (leftOut.length > 0) session.log.info(`${name}: cannot be sent from here: ${leftOut.join(", ")}.`);
  void showInformation(
    [
      `“${nameOf(facts)}” binds ${counted(Object.keys(facts.routes).length, "route")} and adds ${counted(facts.operations.length, "operation")}.`,
      ...(leftOut.length > 0
        ? [
            `${counted(leftOut.length, "operation")} that cannot be read or sent as JSON ${leftOut.length === 1 ? "is" : "are"} left out.`,
          ]
        : []),
    ].join(" "),
  );
}

async function pickFile(api: Api, given: vscode.Uri | undefined): Promise<string | undefined> {
  if (given instanceof vscode.Uri) return given.fsPath;
  const [picked] =
    (await vscode.window.showOpenDialog({
      title: `${api.title}: OpenAPI description`,
      openLabel: "Import",
      filters: { "OpenAPI 3.0 or 3.1": ["yaml", "yml", "json"] },
    })) ?? [];
  return picked?.fsPath;
}

/** The ids of the operations to bind. Undefined when the person gives up. */
async function confirm(
  { settings }: Session,
  { description, matches }: ReadDescription<Match>,
): Promise<ReadonlySet<string> | undefined> {
  const binding = matches.filter(({ operation }) => !documentedRoute(operation));
  const further = description.operations.length - matches.length;
  const title = `${nameOf(description)}: bind these routes?`;
  if (binding.length === 0) {
    const answer = await showQuickPick(
      [
        { label: "Import", description: counted(further, "further operation"), wanted: true },
        { label: "Do Nothing", wanted: false },
      ],
      { title: `${nameOf(description)} describes no operation that has no route`, ignoreFocusOut: true },
    );
    return answer?.wanted ? new Set() : undefined;
  }
  const separator = (label: string) => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const itemOf = ({ operation, route, reason, sure }: Match) => {
    const own = settings.routes[operation.id];
    const now = own && formatRoute(own) !== formatRoute(route) ? `, now ${formatRoute(own)}` : "";
    return {
      label: operation.title,
      description: formatRoute(route),
      detail: `${sure ? "Matched" : "Unsure: matched"} by ${reason}${now}`,
      picked: sure,
      id: operation.id,
    };
  };
  const sure = binding.filter((match) => match.sure);
  const unsure = binding.filter((match) => !match.sure);
  const picked = await showQuickPick(
    [
      ...sure.map(itemOf),
      ...(unsure.length > 0 ? [separator("unsure: check these"), ...unsure.map(itemOf)] : []),
    ],
    {
      title,
      placeHolder: `What is ticked is bound. ${counted(further, "further operation")} will be known as well.`,
      canPickMany: true,
      matchOnDescription: true,
      ignoreFocusOut: true,
    },
  );
  return picked && new Set(picked.flatMap((item) => ("id" in item ? [item.id] : [])));
}
