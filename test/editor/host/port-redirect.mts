import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface PortRedirect extends AsyncDisposable {
  /** For the environment variable `VSCODE_PROXY_URI` of VS Code's server. */
  template: string;
}

/**
 * Where VS Code's page finds other ports of this machine. It wants an address with the port in its path, such as a
 * proxy has; the browser runs on this machine too, so it is only sent on to the port itself.
 */
export async function redirectPorts(): Promise<PortRedirect> {
  const server = createServer((request, response) => {
    const [, port, rest] = /^\/(\d{1,5})(\/.*)$/.exec(request.url ?? "") ?? [];
    if (port === undefined) response.writeHead(404).end("The path must begin with a port.\n");
    else response.writeHead(307, { location: `http://127.0.0.1:${port}${rest}` }).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return {
    template: `http://127.0.0.1:${port}/{{port}}/`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
