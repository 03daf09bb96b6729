// What a program does that holds the sandbox's connections, or its memory, without using them.
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { eleventh as notes } from "../eleventh/index.ts";
import { closed, openConnection } from "../http/connection.ts";
import { type RunningSandbox, sandbox } from "./running.ts";

const head = (...lines: string[]) => `${lines.join("\r\n")}\r\n`;
const authorized = ({ directory }: RunningSandbox) =>
  `authorization: Bearer ${directory.apis.content?.credentials.key}`;
const posts = "/content/v1/content/posts";

describe("the sandbox ends a connection", () => {
  const slow: [what: string, text: (box: RunningSandbox) => string][] = [
    ["on which nothing comes", () => ""],
    ["whose request has no end", () => head("GET / HTTP/1.1", "host: 127.0.0.1:1")],
    [
      "whose body has no end",
      (box) =>
        head(
          `POST ${posts} HTTP/1.1`,
          `host: ${new URL(box.url).host}`,
          authorized(box),
          "content-type: application/json",
          "content-length: 100",
          "",
        ) + '{"title":',
    ],
    ["that asked once and keeps it", (box) => head("GET / HTTP/1.1", `host: ${new URL(box.url).host}`, "")],
  ];
  it.for(slow)("%s", async ([, text]) => {
    const box = await sandbox({ patience: 200 });
    const socket = await openConnection(box.url, text(box));
    socket.resume();
    await closed(socket);
  });

  it("that goes on for ever, a header at a time", async () => {
    const box = await sandbox({ patience: 200 });
    const socket = await openConnection(box.url, "GET / HTTP/1.1\r\n");
    const timer = setInterval(() => socket.write("x-slow: 1\r\n"), 20);
    socket.resume();
    await closed(socket);
    clearInterval(timer);
  });

  it("whose answers nobody reads", async () => {
    // Enough for a body of a megabyte on a busy machine.
    const box = await sandbox({ patience: 3000 });
    const content = "a".repeat(1_000_000);
    for (let count = 0; count < 6; count++)
      await box.send("content.posts.create", { body: { title: "Long", content } });
    const ask = head(
      `GET ${posts}?limit=100 HTTP/1.1`,
      `host: ${new URL(box.url).host}`,
      authorized(box),
      "",
    );
    const held: Socket[] = [];
    const hold = (message: unknown) => void held.push((message as { socket: Socket }).socket); // As Node documents it.
    subscribe("net.server.socket", hold);
    const unread = await Promise.all(Array.from({ length: 3 }, () => openConnection(box.url, ask.repeat(5))));
    await expect.poll(() => held.length).toBe(unread.length);
    unsubscribe("net.server.socket", hold);
    await Promise.all(
      held.map(async (socket) => {
        if (!socket.destroyed) await closed(socket);
      }),
    );
  });
});

it("the sandbox holds fifty connections and no more", async () => {
  const box = await sandbox({ patience: 60_000 });
  await Promise.all(Array.from({ length: 50 }, () => openConnection(box.url)));
  const further = await openConnection(box.url, head("GET / HTTP/1.1", `host: ${new URL(box.url).host}`, ""));
  const received: Buffer[] = [];
  further.on("data", (chunk) => received.push(chunk));
  await closed(further);
  expect(Buffer.concat(received).toString()).toBe("");
});

it("the sandbox keeps so much of what it is sent, and then says to start over", async () => {
  const box = await sandbox({ perMinute: 1000 });
  const body = { title: "Long", content: "a".repeat(1_000_000) };
  const create = () =>
    box.send("content.posts.create", { body }).then(
      ({ status }) => status,
      (error: { reply?: { status: number } }) => error.reply?.status,
    );
  const statuses = [];
  for (let count = 0; count < 10; count++) statuses.push(await create());
  expect(statuses.filter((status) => status === 201)).toHaveLength(8);
  expect(statuses.at(-1)).toBe(507);
  expect((await box.send("content.posts.list", { query: { limit: 1 } })).status).toBe(200);
  await fetch(`${box.url}/_sandbox/reset`, { method: "POST" });
  expect(await create()).toBe(201);
});

it.for([
  ["text/plain", 415],
  ["application/x-www-form-urlencoded", 415],
  ["multipart/form-data; boundary=a", 415],
  ["application/jsonp", 415],
  [undefined, 415],
  ["application/json", 201],
  ["Application/JSON; charset=utf-8", 201],
  ["application/merge-patch+json", 201],
] as const)("a body of the type %s is answered with %d", async ([type, status]) => {
  const box = await sandbox();
  const reply = await fetch(box.url + posts, {
    method: "POST",
    headers: {
      authorization: `Bearer ${box.directory.apis.content?.credentials.key}`,
      ...(type && { "content-type": type }),
    },
    body: new TextEncoder().encode('{"title":"a","content":"b"}'),
  });
  expect(reply.status).toBe(status);
});

it("what goes wrong within the sandbox is not shown", async () => {
  const logged = vi.spyOn(console, "error");
  const list = { ...notes.operations.notes.list };
  const fail = () => {
    throw new Error("inner words");
  };
  const broken = {
    ...notes,
    operations: { notes: { list: { ...list, sandbox: { ...list.sandbox, handle: fail } } } },
  };
  const box = await sandbox({}, [broken]);
  const { baseUrl = "", credentials = {} } = box.directory.apis.notes ?? {};
  const reply = await fetch(`${baseUrl}${list.path}`, {
    headers: { authorization: `Bearer ${Object.values(credentials)[0]}` },
  });
  const text = await reply.text();
  expect([reply.status, reply.headers.get("content-type")]).toEqual([500, "application/json"]);
  expect(JSON.stringify(JSON.parse(text))).not.toMatch(/inner words|\.ts/);
  expect(logged).not.toHaveBeenCalled();
});
