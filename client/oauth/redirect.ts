/** Where the browser brings the answer: the editor's own address, else a listener on this machine. */
import * as vscode from "vscode";
import type { Redirect } from "../../shared/oauth/loopback.ts";
import type { Session } from "../session/session.ts";
import { showWarning } from "../text/notifications.ts";
import { EditorRedirect } from "./editor-redirect.ts";

export class Redirects implements vscode.UriHandler, vscode.Disposable {
  readonly #editor: EditorRedirect;
  readonly #registration = vscode.window.registerUriHandler(this);

  constructor(session: Session) {
    // Always the same, without a window's number: services compare it with the one that was registered there.
    this.#editor = new EditorRedirect(`${vscode.env.uriScheme}://${session.context.extension.id}/signed-in`);
  }

  async open(): Promise<Redirect> {
    // An editor that is itself a page in a browser has no address that the system knows.
    if (vscode.env.uiKind === vscode.UIKind.Desktop) return this.#editor.open();
    const { loopbackRedirect } = await import("../../shared/oauth/loopback.ts");
    return loopbackRedirect(async (address) =>
      (await vscode.env.asExternalUri(vscode.Uri.parse(address))).toString(true),
    );
  }

  handleUri(uri: vscode.Uri): void {
    if (!this.#editor.take(answerOf(uri)))
      void showWarning(
        "No sign-in of this window waits for the answer that the browser brought. Close other windows of the editor, and start again with Switchboard: Sign In…",
      );
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

/** VS Code has decoded the query: decoded once more, a plus sign of a code would be a space. */
function answerOf({ scheme, authority, path, query }: vscode.Uri): URL {
  const answer = new URL(`${scheme}://${authority}${path}`);
  for (const parameter of query.split("&")) {
    const [name = "", ...value] = parameter.split("=");
    answer.searchParams.append(name, value.join("="));
  }
  return answer;
}
