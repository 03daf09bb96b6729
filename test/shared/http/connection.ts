/** Connections that do what no library would. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach } from "vitest";

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Sends this and then nothing. It ends with the test. */
export async function openConnection(url: string, text = ""): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(text);
  return socket;
}

/** However it ends: a reset is an end as well. */
export const closed = (socket: Socket) => new Promise((resolve) => socket.once("close", resolve));
