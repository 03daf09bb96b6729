import { spawn } from "node:child_process";

/** Asks the desktop to show an address. Without a desktop nothing happens: the address is printed anyway. */
export function openInDefaultBrowser(url: string): void {
  const [command, ...args] = opener(process.platform);
  spawn(command, [...args, url], { detached: true, stdio: "ignore" })
    .on("error", () => {})
    .unref();
}

function opener(platform: NodeJS.Platform): [string, ...string[]] {
  if (platform === "darwin") return ["open"];
  // Not `cmd /c start`: it would split the address at each `&`.
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return ["xdg-open"];
}
