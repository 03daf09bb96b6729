/** The sandbox behind another server, which may answer in its place. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { sandboxUrl } from "./sandbox.ts";

/** What the sandbox has answered. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Gives whether it has answered, or never will. */
export type Interfere = (
  request: IncomingMessage,
  reply: ServerResponse,
  answer: () => Promise<Answer>,
) => boolean | Promise<boolean>;

export async function sandboxBehind(interfere: Interfere) {
  const pass = async (request: IncomingMessage, reply: ServerResponse) => {
    const { method = "GET", url: path = "/", headers } = request;
    const body = await text(request);
    const ask = async (): Promise<Answer> => {
      const answer = await fetch(sandboxUrl + path, {
        method,
        headers: Object.fromEntries(
          ["authorization", "content-type"].flatMap((name) => {
            const value = headers[name];
            return typeof value === "string" ? [[name, value]] : [];
          }),
        ),
        ...(body !== "" && { body }),
      });
      const words = await answer.text();
      const kept = ["content-type", "link", "retry-after", "x-ratelimit-remaining", "x-ratelimit-reset"];
      return {
        status: answer.status,
        headers: Object.fromEntries([...answer.headers].filter(([name]) => kept.includes(name))),
        // The directory, and the links of pages, name where they are.
        body: path === "/" ? words.replaceAll(sandboxUrl, url) : words,
      };
    };
    if (path !== "/" && (await interfere(request, reply, ask))) return;
    const { status, headers: known, body: answered } = await ask();
    reply.writeHead(status, known).end(answered);
  };
  const server = createServer((request, reply) => {
    pass(request, reply).catch((error: unknown) => reply.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  return {
    url,
    connections: () =>
      new Promise<number>((resolve, reject) => {
        server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
