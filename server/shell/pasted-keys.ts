/** Asks the client which strings of open files are keys that it holds. The keys stay with the client. */
import type { Connection } from "vscode-languageserver";
import { compareSecrets } from "../../shared/protocol.ts";
import type { OpenFile } from "../files/open-file.ts";
import { withCompared } from "../knowledge/keys.ts";
import { comparedStrings } from "../rules/secrets.ts";
import type { Documents } from "./documents.ts";
import { ask, isUnknownMethod } from "./wire.ts";

/** To be called when a file was opened or saved; answers whether there is something new to say of it. */
export function keyCheck(connection: Connection, documents: Documents): (file: OpenFile) => Promise<boolean> {
  let supported = true;
  return async (file) => {
    const strings = comparedStrings(file);
    if (!supported || strings.length === 0) return false;
    try {
      const indexes = await ask(connection, compareSecrets, { strings });
      const before = documents.workspace.keys;
      const keys = withCompared(
        before,
        strings,
        indexes.flatMap((index) => strings[index] ?? []),
      );
      if (keys === before) return false;
      documents.know({ keys });
      return true;
    } catch (error) {
      if (isUnknownMethod(error)) supported = false; // An editor that keeps no keys.
      return false;
    }
  };
}
