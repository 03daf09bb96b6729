import { afterAll, describe, expect, it } from "vitest";
import { createTransport } from "../../../shared/http/transport.ts";
import { createForward, type ForwardOptions } from "../../../shared/webhooks/forward.ts";
import { schedule } from "../../../shared/webhooks/schedule.ts";
import { type Answer, answerText, type Outgoing } from "../../../shared/webhooks/handler.ts";
import { testClock } from "../http/clock.ts";
import { raw, serve } from "../http/server.ts";
import { handler } from "./handlers.ts";
import { bytesOf } from "./handles.ts";

const transport = createTransport();
afterAll(() => transport.close());

const delivery = (text: string, headers = {}): Outgoing => ({
  bytes: Buffer.from(text),
  headers: { "content-type": "application/json", ...headers },
});

function forward(url: string, more: Partial<ForwardOptions<Outgoing>> = {}) {
  const clock = testClock();
  const answers: [text: string, answer: Answer, again?: number][] = [];
  const running = createForward({
    url: new URL(url),
    transport,
    clock,
    onAnswer(sent: Outgoing, answer, again) {
      answers.push([Buffer.from(sent.bytes).toString(), answer, ...(again === undefined ? [] : [again])] as [
        string,
        Answer,
      ]);
    },
    ...more,
  });
  const outcome = () => answers.map(([text, { status }, again]) => [text, status, again]);
  return { ...running, clock, answers, outcome };
}

describe("a delivery is passed on", () => {
  it("with its bytes and headers, but for those of the connection it came on", async () => {
    const came: { body: string; headers: Record<string, unknown> }[] = [];
    const url = await handler(async (request) => {
      came.push({ body: (await bytesOf(request))?.toString("latin1") ?? "", headers: request.headers });
      return 202;
    });
    const running = forward(url);
    running.add({
      bytes: Buffer.from([0x7b, 0xff, 0x0d, 0x0a]),
      headers: {
        "content-type": "application/json; charset=utf-8",
        "x-service-signature": "ab",
        "user-agent": "service",
        host: "127.0.0.1:9",
        connection: "keep-alive, X-Hop ,x-other",
        "x-hop": "1",
        "x-other": "2",
        "x-kept": "3",
        "content-length": "4",
        expect: "100-continue",
      },
    });
    await running.idle();
    expect(came).toMatchObject([
      {
        body: "{\u00ff\r\n",
        headers: {
          "content-type": "application/json; charset=utf-8",
          "x-service-signature": "ab",
          "user-agent": "service",
          host: new URL(url).host,
          "content-length": "4",
          "x-kept": "3",
        },
      },
    ]);
    for (const name of ["x-hop", "x-other"]) expect(came[0]?.headers).not.toHaveProperty(name);
    expect(running.answers[0]?.[1]).toMatchObject({ status: 202, duration: expect.any(Number) });
  });

  it("one after the other, in the order in which they came", async () => {
    const came: string[] = [];
    let under = 0;
    let most = 0;
    const running = forward(
      await handler(async (request) => {
        most = Math.max(most, ++under);
        came.push(String(await bytesOf(request)));
        under--;
        return 200;
      }),
    );
    const texts = Array.from({ length: 200 }, (_, index) => String(index));
    for (const text of texts) running.add(delivery(text));
    await running.idle();
    expect(came).toEqual(texts);
    expect(most).toBe(1);
  });
});

describe("a delivery is tried again", () => {
  it("as the schedule says while the handler fails, and no more after it has accepted", async () => {
    const statuses = [500, 429, 204];
    const running = forward(await handler(async () => statuses.shift() ?? 204));
    running.add(delivery("a"));
    await expect.poll(() => running.answers.length).toBe(1);
    running.clock.advance(schedule[0] - 1);
    expect(running.answers).toHaveLength(1);
    running.clock.advance(1);
    await expect.poll(() => running.answers.length).toBe(2);
    running.clock.advance(schedule[1]);
    await running.idle();
    expect(running.outcome()).toEqual([
      ["a", 500, schedule[0]],
      ["a", 429, schedule[1]],
      ["a", 204, undefined],
    ]);
  });

  it("while the handler is down, and is given up at the schedule's end", async () => {
    const running = forward("http://127.0.0.1:1/");
    running.add(delivery("a"));
    for (const [index, wait] of schedule.entries()) {
      await expect.poll(() => running.answers.length).toBe(index + 1);
      running.clock.advance(wait);
    }
    await running.idle();
    expect(running.outcome().map(([, , again]) => again)).toEqual([...schedule, undefined]);
    expect(running.answers.at(-1)?.[1].failure).toMatch(/not reached: .*ECONNREFUSED/);
  });

  it("never when the handler refuses it", async () => {
    const running = forward(await handler(async () => 400));
    running.add(delivery("a"));
    await running.idle();
    expect(running.outcome()).toEqual([["a", 400, undefined]]);
  });

  it("never when the handler has accepted it and does not end its answer", async () => {
    const url = await handler(
      (_, response) => new Promise(() => void response.writeHead(200).write("the first of it")),
    );
    const running = forward(url, { patience: () => 1000 });
    running.add(delivery("a"));
    await running.idle();
    expect(running.outcome()).toEqual([["a", 200, undefined]]);
    expect(running.answers.map(([, answer]) => answerText(answer))).toEqual([
      expect.stringMatching(/^200 in \d+ ms, broken off: not ended within 1 s$/),
    ]);
  });

  it("and keeps no other from its turn", async () => {
    const running = forward(
      await handler(async (request) => (String(await bytesOf(request)) === "a" ? 503 : 200)),
    );
    running.add(delivery("a"));
    running.add(delivery("b"));
    await expect.poll(() => running.answers.length).toBe(2);
    expect(running.outcome()).toEqual([
      ["a", 503, schedule[0]],
      ["b", 200, undefined],
    ]);
    running.close();
    await running.idle();
  });

  it.for([
    ["HTTP/1.1 101 X\r\n\r\n", "101, another protocol, was not asked for"],
    [
      "HTTP/1.1 101 X\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n",
      "101, another protocol, was not asked for",
    ],
    ["HTTP/1.1 100 Continue\r\n\r\n", "100 Continue was not asked for"],
    ["HTTP/1.1 099 X\r\n\r\n", "no valid HTTP reply: a status of 99"],
    ["HTTP/1.1 000 X\r\n\r\n", "no valid HTTP reply: a status of 0"],
  ] as const)("when the handler answers with what is no answer, in words: %j", async ([reply, words]) => {
    const server = await serve(raw(reply, "end"));
    const running = forward(server.origin);
    running.add(delivery("a"));
    await expect.poll(() => running.answers.length).toBe(1);
    expect(running.outcome()).toEqual([["a", undefined, schedule[0]]]);
    expect(running.answers.map(([, answer]) => answerText(answer))).toEqual([words]);
    running.close();
  });

  it("when there was no answer in time", async () => {
    const running = forward(await handler(() => new Promise(() => {})), { patience: () => 50 });
    running.add(delivery("a"));
    await expect.poll(() => running.answers.length).toBe(1);
    expect(running.answers[0]?.[1]).toMatchObject({ failure: "no answer within 0.05 s" });
    running.close();
  });
});

it("so many wait for a handler, and the next is told that it does not", () => {
  const running = forward("http://127.0.0.1:1/");
  for (let count = 0; count < 5000; count++) running.add(delivery("a"));
  expect(running.answers).toEqual([]);
  running.add(delivery("b"));
  expect(running.answers).toMatchObject([
    ["b", { failure: "not forwarded: 5000 deliveries wait for the handler already" }],
  ]);
  running.close();
  const large = forward("http://127.0.0.1:1/");
  const bytes = Buffer.alloc(1024 * 1024);
  for (let count = 0; count < 65; count++) large.add({ bytes, headers: {} });
  expect(large.answers).toHaveLength(1);
  large.close();
});

it("what waits is given up at the end, and counted", async () => {
  const running = forward("http://127.0.0.1:1/");
  running.add(delivery("a"));
  await expect.poll(() => running.answers.length).toBe(1);
  expect(running.close()).toEqual({ waiting: 1, isUnderWay: false });
  running.clock.advance(schedule[0]);
  running.add(delivery("b"));
  await running.idle();
  expect(running.answers).toHaveLength(1);
});

it("what is under way at the end is told from what waits", async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const url = await handler(() => {
    resolve();
    return new Promise(() => {});
  });
  const running = forward(url);
  expect(running.close()).toEqual({ waiting: 0, isUnderWay: false });
  const again = forward(url);
  for (const text of ["a", "b", "c"]) again.add(delivery(text));
  await asked;
  expect(again.close()).toEqual({ waiting: 2, isUnderWay: true });
});
