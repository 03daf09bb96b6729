/** The redirect for editors that no address of their own leads to (RFC 8252 section 7.3). */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Where the browser brings the answer. */
export interface Redirect {
  uri: string;
  answer: Promise<URL>;
  close(): void;
}

const path = "/signed-in";

/** Listens on 127.0.0.1 until one answer came. `outside` makes of its address the one that the browser can reach. */
export async function loopbackRedirect(
  outside: (address: string) => Promise<string> = async (address) => address,
): Promise<Redirect> {
  const { promise, resolve } = Promise.withResolvers<URL>();
  const hosts = new Set<string>();
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, (request, response) => {
    const { host = "" } = request.headers;
    const url = URL.parse(request.url ?? "", `http://${host}`);
    // A foreign name that was made to lead to this machine comes with that name.
    const expected = hosts.has(host) && request.method === "GET" && url?.pathname === path;
    if (expected) server.close();
    response
      .writeHead(expected ? 200 : 400, {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        connection: "close",
      })
      .end(
        page(
          expected
            ? "You can close this window and go back to the editor."
            : "This address is for the editor's sign-in alone.",
        ),
      );
    if (expected) resolve(url);
  });
  server.maxConnections = 50;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = () => {
    server.close();
    server.closeIdleConnections();
  };
  try {
    const { port } = server.address() as AddressInfo; // It listens on TCP.
    const uri = await outside(`http://127.0.0.1:${port}${path}`);
    hosts.add(`127.0.0.1:${port}`).add(`localhost:${port}`).add(new URL(uri).host);
    return { uri, answer: promise, close };
  } catch (error) {
    close();
    throw error;
  }
}

const page = (words: string) => `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Switchboard</title>
    <style>:root { color-scheme: light dark } body { font: 16px/1.5 system-ui, sans-serif; margin: 20vh auto; max-width: 30rem; padding: 0 1rem; text-align: center }</style></head>
  <body><h1>Switchboard</h1><p>${words}</p></body>
</html>`;
