/** Two programs that take the marketplace's webhooks: one is careful, one is not. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";
import { careful, careless, type Handle } from "./handles.ts";

export const handlerSecret = "whsec_handler";

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});

/** Answers with the status that the function gives; 500 where it throws. Its address. */
export async function handler(handle: Handle): Promise<string> {
  const server = createServer((request, response) => {
    handle(request, response).then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(500).end(),
    );
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // It listens on TCP.
  return `http://127.0.0.1:${port}/hooks`;
}

/** @param now in milliseconds since 1970 */
export const carefulHandler = (now?: () => number): Promise<string> => handler(careful(handlerSecret, now));

export const carelessHandler = (): Promise<string> => handler(careless());
