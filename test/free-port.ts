import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * A port of 127.0.0.1 that nobody uses, and that stays free until the test wants it: below those that a system gives
 * to a program that takes any, as everything does that runs beside.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 30_000);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false, // Taken.
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
