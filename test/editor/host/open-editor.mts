import { openInDefaultBrowser } from "./default-browser.mts";
import { ensureHost } from "./install.mts";
import { installInPlace } from "./install-in-place.mts";
import { startServer } from "./server.mts";
import { machineScopedOf, quietSettings, type Settings, writeSettings } from "./settings.mts";
import { temporaryFolder } from "./temporary-folder.mts";

export interface EditorOptions {
  extensionDevelopmentPath: string;
  folder: string;
  /** Set at every start; a person's other settings stay as they are. */
  settings?: Settings | undefined;
  /** Kept between starts; without it the editor forgets everything when it is closed. */
  userDataDir?: string | undefined;
  /** False: does not show the address in the person's browser. */
  open?: boolean | undefined;
}

export interface OpenEditor extends AsyncDisposable {
  /** Loads the workbench with the folder and the extension, in any browser on this machine. */
  url: string;
  /** Settles when the server has ended, asked or unasked. */
  exited: Promise<unknown>;
  close(): Promise<void>;
}

/** Serves an editor with the extension under development, to this machine only. */
export async function openEditor(options: EditorOptions): Promise<OpenEditor> {
  const serverRoot = ensureHost();
  const temporary = temporaryFolder();
  const dataDir = options.userDataDir ?? temporary.path;
  const isMachineScoped = machineScopedOf([options.extensionDevelopmentPath]);
  writeSettings(dataDir, options.settings ?? {}, quietSettings, isMachineScoped);
  installInPlace(dataDir, options.extensionDevelopmentPath);

  const server = await startServer({ serverRoot, dataDir });

  const url = server.workbenchUrl(options.folder);
  if (options.open ?? true) openInDefaultBrowser(url);

  const close = async () => {
    await server[Symbol.asyncDispose]();
    temporary[Symbol.dispose]();
  };
  return { url, exited: server.exited, close, [Symbol.asyncDispose]: close };
}
