/** The connection to the language server, which starts with the first file that it is for. */
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import {
  compareSecrets as compareSecretsRequest,
  deliveryScheme,
  type DescribedReply,
  editScheme,
  replyContents,
  replyScheme,
  type Settings,
  resourceIds,
  resourceIdsChanged,
  seenBeyond,
  suggestCommand,
} from "../../shared/protocol.ts";
import { recordScheme } from "../../shared/record-address.ts";
import { formatRoute } from "../../shared/routes.ts";
import { isRow } from "../../shared/traits/values.ts";
import { commandIds } from "../session/command-ids.ts";
import type { LiveRecords } from "../records/live-records.ts";
import { compareSecrets } from "../keys/pasted-keys.ts";
import { settingWords } from "../routes/bound-by.ts";
import type { SeenFeature } from "../seen/register.ts";
import type { LanguageServer } from "../session/language-server.ts";
import type { Session } from "../session/session.ts";

const languages = ["switchboard-request", "switchboard-webhook"];
const schemes = ["file", "untitled", deliveryScheme];
/** Whatever language they are in. */
const ownSchemes = [editScheme, replyScheme, recordScheme];

/** What the replies' documents hold, by URI. */
type Replies = Map<string, readonly DescribedReply[]>;

/** What the server is told of beside texts and settings. */
interface Known {
  records: LiveRecords;
  seen: SeenFeature;
}

export function startLanguageClient(
  session: Session,
  { records, seen }: Known,
): LanguageServer & vscode.Disposable {
  let running: { client: Promise<LanguageClient>; bodies: string } | undefined;

  /** Resolves when the client before has ended: two never run at a time. */
  let stopped = Promise.resolve();
  let told = Promise.resolve();
  const replies: Replies = new Map();

  const startFor = (document: vscode.TextDocument) => {
    if (isOurs(document)) ensure();
  };
  const ensure = () => {
    if (running) return running;
    const client = stopped.then(() => start(session, { records, seen }, replies));
    const mine = { client, bodies: JSON.stringify(bodySelector()) };
    running = mine;
    client.catch((error: Error) => {
      session.log.error(`The language server did not start: ${error.message}`);
      // The next file that is opened tries again.
      if (running === mine) running = undefined;
    });
    return mine;
  };
  const stop = () => {
    const client = running?.client;
    running = undefined;
    if (client) stopped = client.then((started) => started.dispose()).catch(() => {}); // It may never have started.
  };
  const restart = () => {
    stop();
    vscode.workspace.textDocuments.forEach(startFor);
  };
  const tell = async (method: string, params: unknown) => {
    // A server that is not there has nothing to be told.
    await (await running?.client)?.sendNotification(method, params).catch(() => {});
  };
  const configure = () => {
    // Which files are ours is said when the client starts.
    if (running?.bodies !== JSON.stringify(bodySelector())) restart();
    // One after the other: the last that is told is the last that was set.
    else
      told = told.then(async () =>
        tell("workspace/didChangeConfiguration", { settings: { switchboard: await settingsOf(session) } }),
      );
  };

  restart();
  const disposable = vscode.Disposable.from(
    records.onDidChange(() => void tell(resourceIdsChanged.method, {})),
    seen.onDidChange(() => void tell(seenBeyond.method, { found: seen.all() })),
    session.onDidChange(configure),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (["bodies", "inlayHints"].some((name) => event.affectsConfiguration(`switchboard.${name}`)))
        configure();
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(configure),
    vscode.workspace.onDidOpenTextDocument(startFor),
    new vscode.Disposable(stop),
  );
  return {
    async request({ method }, params) {
      return (await ensure().client).sendRequest(method, params);
    },
    describeReply(uri, described) {
      if (described) replies.set(uri, described);
      else replies.delete(uri);
    },
    dispose: () => void disposable.dispose(),
  };
}

async function start(session: Session, { records, seen }: Known, replies: Replies): Promise<LanguageClient> {
  const { LanguageClient, TransportKind } = await import("./client-library.ts");
  const server = {
    module: session.context.asAbsolutePath("dist/server.js"),
    transport: TransportKind.ipc,
  };
  const client: LanguageClient = new LanguageClient(
    "switchboard",
    "Switchboard",
    { run: server, debug: { ...server, options: { execArgv: ["--nolazy", "--inspect=6009"] } } },
    {
      documentSelector: [
        ...languages.flatMap((language) => schemes.map((scheme) => ({ language, scheme }))),
        ...ownSchemes.map((scheme) => ({ scheme })),
        ...bodySelector(),
      ],
      initializationOptions: await settingsOf(session),
      outputChannel: session.log,
      middleware: {
        // Other texts go at once: nothing that is asked of them may come before.
        didOpen: (document, next) => describe(document)?.then(() => next(document)) ?? next(document),
        didChange: (event, next) => describe(event.document)?.then(() => next(event)) ?? next(event),
      },
    },
  );
  const describe = (document: vscode.TextDocument) => {
    const uri = document.uri.toString();
    const described = replies.get(uri);
    return described && client.sendNotification(replyContents.method, { uri, replies: described });
  };
  client.onRequest(resourceIds.method, (params) => records.answer(params));
  client.onRequest(compareSecretsRequest.method, (params) => compareSecrets(session, params));
  await client.start();
  await client.sendNotification(seenBeyond.method, { found: seen.all() });
  return client;
}

/** The person's own addresses and routes: a workspace has no say in them. */
async function settingsOf({ settings, imports }: Session): Promise<Settings> {
  const imported = await imports.all();
  return {
    commands: [...Object.values(commandIds), suggestCommand],
    inlayHints: vscode.workspace.getConfiguration("switchboard", null).get("inlayHints.enabled") !== false,
    environment: settings.environment,
    routes: Object.fromEntries(
      Object.entries(settings.routes).map(([id, route]) => [id, formatRoute(route)] as const),
    ),
    baseUrls: settings.baseUrls,
    bodies: bodies(),
    imports: imported.map(({ api }) => imports.fileOf(api)),
    boundBy: Object.fromEntries(
      Object.entries(settings.routes).map(([id, route]) => [id, settingWords(imported, id, route)] as const),
    ),
    processVariables: vscode.workspace.isTrusted ? namesOf(process.env) : null,
  };
}

/** On Windows a name is the same in whatever case: mostly people write it in capitals. */
const namesOf = (variables: object): string[] =>
  Object.keys(variables).flatMap((name) =>
    process.platform === "win32" ? [name, name.toUpperCase()] : [name],
  );

function bodies(): Record<string, string> {
  const set: unknown = vscode.workspace.getConfiguration("switchboard", null).get("bodies");
  return Object.fromEntries(
    Object.entries(isRow(set) ? set : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
}

/** The plain JSON files that hold bodies. */
const bodySelector = () =>
  Object.keys(bodies()).flatMap((glob) =>
    (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) =>
      ["json", "jsonc"].map((language) => ({
        language,
        scheme: "file",
        pattern: { baseUri: uri.toString(), pattern: glob.replace(/^(\.?\/)+/, "") },
      })),
    ),
  );

const isOurs = (document: vscode.TextDocument) =>
  languages.includes(document.languageId) ||
  ownSchemes.includes(document.uri.scheme) ||
  vscode.languages.match(
    bodySelector().map(({ language, scheme, pattern: { baseUri, pattern } }) => ({
      language,
      scheme,
      pattern: new vscode.RelativePattern(vscode.Uri.parse(baseUri), pattern),
    })),
    document,
  ) > 0;
