import type { Uri } from "vscode";
import { command } from "../session/contributions.ts";

export const commands = {
  bindRoute: command<[operation?: string]>({ title: "Bind Route…" }),
  bindRoutes: command<[api: string]>({ title: "Bind Routes of an API…", palette: false }),
  unbindRoute: command<[api?: string]>({ title: "Unbind Route…" }),
  importOpenApi: command<[api?: string, file?: string | Uri]>({ title: "Import OpenAPI Description…" }),
};
