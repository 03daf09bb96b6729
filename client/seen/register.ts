/** What replies had that the documents do not show: gathered as they come, and shown as a report. */
import * as vscode from "vscode";
import type { SeenBeyond } from "../../shared/protocol.ts";
import { driftReports } from "../../shared/requests/drift-report.ts";
import { environmentPresentation } from "../session/environments.ts";
import { bind, type Feature } from "../session/contributions.ts";
import type { Session } from "../session/session.ts";
import { commands } from "./contributions.ts";
import { keptIn } from "./kept.ts";
import type { SeenReplies } from "./seen-replies.ts";

const scheme = "switchboard-seen";

export interface SeenFeature extends Feature {
  /** What was seen, in all environments. */
  all(): readonly SeenBeyond[];
  onDidChange: vscode.Event<void>;
}

export function register(session: Session): SeenFeature {
  let loaded: Promise<SeenReplies> | undefined;
  const seen = () =>
    (loaded ??= import("./seen-replies.ts").then(
      ({ SeenReplies }) => new SeenReplies(session.context.globalState),
    ));
  /** One at a time: each is written upon what the one before has written. */
  let last: Promise<unknown> = Promise.resolve();
  const add = (...given: Parameters<SeenReplies["add"]>) => {
    last = last
      .then(async () => {
        if (await (await seen()).add(...given)) more.fire();
      })
      .catch((error: unknown) => session.log.warn(`What a reply has could not be noted: ${String(error)}`));
  };
  const today = () => new Date().toISOString().slice(0, 10);

  const more = new vscode.EventEmitter<void>();
  /** Each report has an address of its own: a preview shows late, or never, that a document has changed. */
  let reports = 0;
  const disposables = vscode.Disposable.from(
    more,
    session.onDidReceive(({ operation, environment, ...reply }) =>
      add({ operation, environment }, reply, today()),
    ),
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      async provideTextDocumentContent({ query }) {
        await last;
        const found = (await seen()).report(query);
        const { title } = environmentPresentation(query);
        return [
          `# ${title}: replies beside their documents`,
          "",
          "Names of fields, statuses and values of documented value lists; no other value of a reply is kept.",
          "",
          found.length === 0 ? "No reply has come yet. Send a request." : driftReports(found),
        ].join("\n");
      },
    }),
  );

  return {
    commands: bind(commands, {
      async showSeen() {
        const { environment } = session.settings;
        const path = `/${++reports}/Beyond the documents.md`;
        const uri = vscode.Uri.from({ scheme, path, query: environment });
        await vscode.commands.executeCommand("markdown.showPreview", uri);
      },
    }),
    all: () => keptIn(session.context.globalState),
    onDidChange: more.event,
    dispose: () => void disposables.dispose(),
  };
}
