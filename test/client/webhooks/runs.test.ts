import { describe, expect, it } from "vitest";
import { DebugAdapter } from "../../../client/webhooks/debug-adapter.ts";
import { beginRun, type RunHost } from "../../../client/webhooks/receiver-run.ts";

function setUp(wasListening = false) {
  const state = { listening: wasListening, forward: undefined as string | undefined, fails: false };
  const says = new Set<(line: string) => void>();
  const ends = new Set<() => void>();
  const host: RunHost = {
    forwardTo(url) {
      const before = state.forward;
      state.forward = url;
      return () => {
        state.forward = before;
      };
    },
    problemOf: (url) => (url.startsWith("http://127.") ? undefined : "Enter an address of this machine."),
    isListening: () => state.listening,
    async listen() {
      if (state.fails) throw new Error("Port 1 is in use.");
      state.listening = true;
      return { url: "http://127.0.0.1:9", addresses: { content: "http://127.0.0.1:9/content" } };
    },
    async stop() {
      state.listening = false;
    },
    onLine(say) {
      says.add(say);
      return () => says.delete(say);
    },
    onEnd(ended) {
      ends.add(ended);
      return () => ends.delete(ended);
    },
  };
  const lines: string[] = [];
  return {
    state,
    host,
    lines,
    say: (line: string) => says.forEach((each) => each(line)),
    end: () => ends.forEach((each) => each()),
    said: { print: (line: string) => void lines.push(line), ended: () => void lines.push("ended") },
  };
}

describe("a task that listens and forwards", () => {
  it("says when it is ready, and of each delivery, until it is stopped", async () => {
    const { state, host, lines, say, said } = setUp();
    const run = await beginRun(host, "http://127.0.0.1:3000/", said);
    expect(state).toMatchObject({ listening: true, forward: "http://127.0.0.1:3000/" });
    expect(lines.at(-1)).toBe("Receiving webhooks at http://127.0.0.1:9");
    say("content.published \u202e");
    expect(lines.at(-1)).toBe("content.published");
    await run.stop();
    say("too late");
    expect(lines.at(-1)).toBe("content.published");
    expect(state).toMatchObject({ listening: false, forward: undefined });
  });

  it("leaves a receiver that ran before", async () => {
    const { state, host, said } = setUp(true);
    await (await beginRun(host, undefined, said)).stop();
    expect(state.listening).toBe(true);
  });

  it("forwards to this machine alone, and as before when it can't begin", async () => {
    const { state, host, said } = setUp();
    await expect(beginRun(host, "https://example.com", said)).rejects.toThrow(/address of this machine/);
    await expect(beginRun(host, 7, said)).rejects.toThrow(/address of this machine/);
    state.fails = true;
    await expect(beginRun(host, "http://127.0.0.1:3000/", said)).rejects.toThrow("Port 1 is in use.");
    expect(state.forward).toBeUndefined();
  });

  it("ends when the receiver ends", async () => {
    const { host, lines, end, said } = setUp();
    await beginRun(host, "", said);
    end();
    expect(lines.slice(-2)).toEqual(["The receiver has ended.", "ended"]);
  });
});

describe("a debug session that listens and forwards", () => {
  function session() {
    const world = setUp();
    const sent: Record<string, unknown>[] = [];
    const adapter = new DebugAdapter({
      begin: (forward, said) => beginRun(world.host, forward, said),
      send: (message) => sent.push({ ...message }),
    });
    let seq = 0;
    const ask = async (command: string, given?: object) => {
      const request = { type: "request", seq: ++seq, command, arguments: given };
      await adapter.handle(request);
      return sent.find((each) => each["type"] === "response" && each["request_seq"] === request.seq);
    };
    const events = () => sent.filter((each) => each["type"] === "event").map((each) => each["event"]);
    return { ...world, adapter, sent, ask, events };
  }

  it("begins, prints and ends as an editor asks it to", async () => {
    const { state, ask, say, sent, events, adapter } = session();
    expect(await ask("initialize")).toMatchObject({ success: true });
    expect(await ask("launch", { forward: "http://127.0.0.1:3000/" })).toMatchObject({ success: true });
    expect(state.forward).toBe("http://127.0.0.1:3000/");
    say("content.published");
    expect(sent.at(-1)).toMatchObject({ event: "output", body: { output: "content.published\n" } });
    expect(await ask("threads")).toMatchObject({ body: { threads: [] } });
    expect(await ask("disconnect")).toMatchObject({ success: true });
    expect(events().at(-1)).toBe("terminated");
    expect(state.listening).toBe(false);
    await adapter.stop();
  });

  it("says why it can't begin", async () => {
    const { ask } = session();
    expect(await ask("launch", { forward: "ftp://a" })).toMatchObject({
      success: false,
      message: expect.stringMatching(/address of this machine/),
    });
    expect(await ask("disconnect")).toMatchObject({ success: true });
  });

  it("leaves aside what is no request", async () => {
    const { adapter, sent } = session();
    for (const nonsense of [undefined, null, 1, [], { type: "response" }]) await adapter.handle(nonsense);
    expect(sent).toEqual([]);
  });
});
