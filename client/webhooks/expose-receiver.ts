/** VS Code's own port forwarding for the receiver: Switchboard tunnels nothing itself. */
import * as vscode from "vscode";
import { confirmModally, showInformation } from "../text/notifications.ts";

/** As VS Code has them, where it can forward ports. */
const forwardPort = "remote.tunnel.forwardCommandPalette";
const forwardedPorts = "~remote.forwardedPorts.focus";

export async function exposeReceiver(address: string): Promise<void> {
  const { port } = new URL(address);
  if (!(await vscode.commands.getCommands()).includes(forwardPort))
    return void showInformation(
      "This VS Code has no port forwarding. Use a tunnel of your own, and let it lead to the receiver's address.",
    );
  const lines = [
    `VS Code's own port forwarding asks for a port: ${port}, which is copied for you. Private, as it is at first, you alone reach the receiver. Made public in the Ports view, everyone with the address does.`,
    "What comes there is kept in this workspace, and passed on to your handler where you forward webhooks. Nothing else of this machine is reached.",
    "It ends when you stop the forwarding in the Ports view, or close this window.",
  ];
  const answers = { deed: "Forward Port…", refusal: "Keep It Local" };
  if (!(await confirmModally("Let webhooks reach this machine from outside?", lines, answers))) return;
  await vscode.env.clipboard.writeText(port);
  await vscode.commands.executeCommand(forwardPort);
  await vscode.commands.executeCommand(forwardedPorts).then(undefined, () => {}); // The port is forwarded without it.
}
