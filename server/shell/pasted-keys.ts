/** Asks the client which strings of open files are keys that it holds. The keys stay with the client. */
import type { Connection } from "vscode-languageserver";
import { compareSecrets } from "../../shared/protocol.ts";
import type { OpenFile } from "../files/open-file.ts";
import { withCompared } from "../knowledge/keys.ts";
import { comparedStrings } from "../rules/secrets.ts";
import type { Documents } from "./documents.ts";
import { ask, isUnknownMethod } from "./wire.ts";

/** What is wrong with a file is said first, in milliseconds: the strings of a long one take a while to gather. */
const wait = 100;

/**
 * To be called with a file that was opened or saved.
 * @param onNews called when there is something new to say of it
 */
export function keyCheck(
  connection: Connection,
  documents: Documents,
  onNews: () => void,
): (uri: string) => void {
  let supported = true;
  async function check(file: OpenFile): Promise<void> {
    const strings = comparedStrings(file);
    if (!supported || strings.length === 0) return;
    try {
      const indexes = await ask(connection, compareSecrets, { strings });
      const before = documents.workspace.keys;
      const keys = withCompared(
        before,
        strings,
        indexes.flatMap((index) => strings[index] ?? []),
      );
      if (keys === before) return;
      documents.know({ keys });
      onNews();
    } catch (error) {
      if (isUnknownMethod(error)) supported = false; // An editor that keeps no keys.
    }
  }
  return (uri) => {
    const timer = setTimeout(() => {
      const file = documents.file(uri);
      if (file) void check(file);
    }, wait);
    timer.unref();
  };
}
