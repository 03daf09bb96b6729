/** Binding and unbinding the routes of operations whose own is not documented. */
import * as vscode from "vscode";
import { documentedRoute, type NamedOperation, operationsOf, type Sendable } from "../../shared/api.ts";
import { methodFacts } from "../../shared/derived/facts.ts";
import { nameOf } from "../../shared/openapi/imported.ts";
import { formatRoute } from "../../shared/routes.ts";
import type { Target } from "../session/access.ts";
import type { Session } from "../session/session.ts";
import { showBriefly, showInformation } from "../text/notifications.ts";
import { settingWords } from "./bound-by.ts";
import { counted } from "../text/counted.ts";
import { boundOf } from "../session/imported-descriptions.ts";
import { importOpenApi } from "./import-openapi.ts";
import { routeProblem } from "./route-problem.ts";
import { saveRoutes } from "./save-routes.ts";
import { showInputBox, showQuickPick } from "../text/questions.ts";

/** Where the operation goes; its route is asked for when nobody has bound it. Undefined when the person gives up. */
export async function targetOf(session: Session, operation: Sendable): Promise<Target | undefined> {
  const target = await session.access.target(operation);
  if (hasRoute(target)) return target;
  // Those that an imported description brought have a route.
  const documented = operationsOf(await session.apis()).find(({ id }) => id === operation.id);
  if (!documented || !(await bindRoute(session, documented))) return undefined;
  const bound = await session.access.target(operation);
  return hasRoute(bound) ? bound : undefined;
}

const hasRoute = (target: Partial<Target>): target is Target => target.route !== undefined;

/** Whether a route was bound. */
export async function bindRoute(session: Session, operation: NamedOperation): Promise<boolean> {
  const { guessRoute, pathNames } = await import("../../shared/guess-route.ts");
  const { id, api } = operation;
  const title = `${operation.title}: bind the route`;
  const guess = formatRoute(guessRoute(operation));
  const own = session.settings.routes[id];
  const items = [
    {
      label: guess,
      description: "a guess by convention, not documented",
      act: () => bind(session, id, guess),
    },
    {
      label: "$(edit) Enter Route…",
      ...(own && { description: `now ${formatRoute(own)}` }),
      async act() {
        const names = pathNames(operation);
        const entered = await showInputBox({
          title,
          prompt: [
            "Method and path below the base address, as the API's provider tells them.",
            ...methodFacts(api),
          ].join(" "),
          value: own ? formatRoute(own) : guess,
          ignoreFocusOut: true,
          validateInput: (text) => routeProblem(text, names, operation.method),
        });
        return entered === undefined ? false : bind(session, id, entered.trim());
      },
    },
    {
      label: "$(file-code) Import OpenAPI Description…",
      description: "binds what it describes, once you have confirmed it",
      ...(api.openApi !== undefined && { detail: `One in OpenAPI ${api.openApi} is documented to exist.` }),
      async act() {
        await importOpenApi(session, api.slug);
        return Object.hasOwn(session.settings.routes, id);
      },
    },
  ];
  const picked = await showQuickPick(items, {
    title,
    placeHolder:
      session.settings.environment === "sandbox"
        ? "The sandbox has bound it itself: what you bind here is for other environments"
        : `The documents do not show ${operation.method ? "the path" : "method and path"} of ${id}`,
    ignoreFocusOut: true,
  });
  return picked ? picked.act() : false;
}

async function bind(session: Session, id: string, route: string): Promise<boolean> {
  await saveRoutes(session, { [id]: route });
  showBriefly("check", `${id} goes to ${route}`);
  return true;
}

/** The command. Without an operation's id the person picks one. */
export async function bindSomeRoute(session: Session, given?: string): Promise<boolean> {
  const operations = operationsOf(await session.apis());
  const operation = operations.find(({ id }) => id === given);
  if (operation) {
    const route = documentedRoute(operation);
    if (!route) return bindRoute(session, operation);
    void showInformation(`${operation.id} goes to ${formatRoute(route)}, as the documents show.`);
    return false;
  }
  const { routes, environment } = session.settings;
  const unbound = operations.filter((each) => !documentedRoute(each) && !Object.hasOwn(routes, each.id));
  if (unbound.length === 0) {
    void showInformation("Every operation has a route.");
    return false;
  }
  const picked = await showQuickPick(
    unbound.map((each) => ({
      label: each.title,
      description: each.id,
      detail: each.api.title,
      operation: each,
    })),
    {
      title: "Bind the route of which operation?",
      ...(environment === "sandbox" && {
        placeHolder: "The sandbox binds all of them itself: what you bind here is for other environments",
      }),
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
  return picked ? bindRoute(session, picked.operation) : false;
}

/** Binds several routes of one API at once, each to the guess that it is shown as. */
export async function bindRoutesOf(session: Session, slug: string): Promise<void> {
  const apis = (await session.apis()).filter((api) => api.slug === slug);
  const { routes } = session.settings;
  const unbound = operationsOf(apis).filter(
    (each) => !documentedRoute(each) && !Object.hasOwn(routes, each.id),
  );
  const [first] = unbound;
  if (!first) return void showInformation("Every operation of this API has a route.");
  const { guessRoute } = await import("../../shared/guess-route.ts");
  const picked = await showQuickPick(
    unbound.map((operation) => ({
      label: formatRoute(guessRoute(operation)),
      description: operation.title,
      detail: `A guess by convention for ${operation.id}, not documented.`,
      id: operation.id,
    })),
    {
      title: `${first.api.title}: bind which routes as they are guessed here?`,
      placeHolder: "Pick those that you know to be right",
      canPickMany: true,
      ignoreFocusOut: true,
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
  if (!picked || picked.length === 0) return;
  await saveRoutes(session, Object.fromEntries(picked.map(({ id, label }) => [id, label])));
  showBriefly("check", `${counted(picked.length, "route")} of ${first.api.title} bound`);
}

/** Takes back a route, or all that a description has brought; `slug` names the API, else those of all are offered. */
export async function unbindRoute(session: Session, slug?: string): Promise<void> {
  const isOffered = (api: string | undefined) => slug === undefined || api === slug;
  const imports = (await session.imports.all()).filter(({ api }) => isOffered(api));
  const apis = await session.apis();
  const titleOf = (api: string) => apis.find((each) => each.slug === api)?.title ?? api;
  const { environment, routes: all } = session.settings;
  const routes = Object.fromEntries(Object.entries(all).filter(([id]) => isOffered(id.split(".")[0])));
  const bound = Object.entries(routes).map(([id, route]) => ({
    label: formatRoute(route),
    description: id,
    detail: `Bound by ${settingWords(imports, id, route)}.`,
    unbind: () => saveRoutes(session, { [id]: undefined }),
  }));
  const descriptions = imports.map((imported) => {
    const own = boundOf(imported, routes);
    return {
      label: `$(file-code) ${nameOf(imported)}`,
      description: `all that was imported for ${titleOf(imported.api)}`,
      detail: `${counted(own.length, "route")}, ${counted(imported.operations.length, "further operation")}.`,
      async unbind() {
        await session.imports.remove(imported.api);
        await saveRoutes(session, Object.fromEntries(own.map((id) => [id, undefined])));
      },
    };
  });
  if (bound.length + descriptions.length === 0)
    return void showInformation(
      environment === "sandbox"
        ? "You have bound no routes. The sandbox binds its own while its environment is selected."
        : "You have bound no routes. Bind Route… binds one.",
    );
  const separator = (label: string) => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const picked = await showQuickPick(
    [
      ...(descriptions.length > 0 ? [separator("OpenAPI descriptions"), ...descriptions] : []),
      ...(bound.length > 0 ? [separator("routes"), ...bound] : []),
    ],
    { title: "Unbind which route?", matchOnDescription: true, matchOnDetail: true },
  );
  if (!picked || !("unbind" in picked)) return;
  await picked.unbind();
  showBriefly("check", `${picked.label.replace(/^\$\(.*?\) /, "")} is unbound`);
}
