/** Asks the client which strings of open files are keys that it holds. The keys stay with the client. */
import type { Connection } from "vscode-languageserver";
import { compareSecrets } from "../../shared/protocol.ts";
import { type OpenFile } from "../files/open-file.ts";
import { comparedStrings } from "../rules/secrets.ts";
import { ask } from "./wire.ts";
import type { Workspace } from "../knowledge/workspace.ts";

/** To be called when a file was opened or saved; answers whether there is something new to say of it. */
export function keyCheck(connection: Connection, workspace: Workspace): (file: OpenFile) => Promise<boolean> {
  let supported = true;
  return async (file) => {
    const strings = comparedStrings(file);
    if (!supported || strings.length === 0) return false;
    try {
      const indexes = await ask(connection, compareSecrets, { strings });
      const keys = indexes.flatMap((index) => strings[index] ?? []);
      return workspace.compared(strings, keys);
    } catch {
      supported = false; // An editor that keeps no keys.
      return false;
    }
  };
}
