/** Where the browser brings the answer: the editor's own address, else a listener on this machine. */
import * as vscode from "vscode";
import type { Redirect } from "../../shared/oauth/loopback.ts";
import type { Session } from "../session.ts";

export async function redirectOf(session: Session): Promise<Redirect> {
  // An editor that is itself a page in a browser has no address that the system knows.
  if (vscode.env.uiKind === vscode.UIKind.Desktop) return editorRedirect(session);
  const { loopbackRedirect } = await session.registry();
  return loopbackRedirect(outside);
}

async function editorRedirect({ context }: Session): Promise<Redirect> {
  const { promise, resolve } = Promise.withResolvers<URL>();
  const handler = vscode.window.registerUriHandler({
    // As it came: VS Code's own text of it would encode other characters.
    handleUri: (uri) => resolve(new URL(uri.toString(true))),
  });
  try {
    const uri = await outside(`${vscode.env.uriScheme}://${context.extension.id}/signed-in`);
    return { uri, answer: promise, close: () => handler.dispose() };
  } catch (error) {
    handler.dispose();
    throw error;
  }
}

const outside = async (address: string) =>
  (await vscode.env.asExternalUri(vscode.Uri.parse(address))).toString(true);
