import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { pageFrame } from "./frame.ts";

/** Fills a panel with the page whose script, style sheet and icons have the name. */
export function fillPanel(
  panel: vscode.WebviewPanel,
  extensionUri: vscode.Uri,
  page: "accounts" | "dashboard",
): void {
  const folder = vscode.Uri.joinPath(extensionUri, "dist", "pages");
  panel.webview.options = { enableScripts: true, localResourceRoots: [folder] };
  const icon = (theme: string) => vscode.Uri.joinPath(extensionUri, "media", `${page}-${theme}.svg`);
  panel.iconPath = { light: icon("light"), dark: icon("dark") };
  const address = (file: string) => panel.webview.asWebviewUri(vscode.Uri.joinPath(folder, file)).toString();
  panel.webview.html = pageFrame({
    nonce: randomBytes(16).toString("base64"),
    script: address(`${page}.js`),
    style: address(`${page}.css`),
    title: panel.title,
  });
}
