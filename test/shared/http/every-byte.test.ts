// The reply to a POST, cut after each of its bytes: it is never sent again, and its outcome is never called known.
import { describe, expect, it } from "vitest";
import { byMethod, call, failure } from "./calls.ts";
import { raw, serve } from "./server.ts";

const body = '{"id":"usr_1","name":"Ada","role":"viewer"}';
const replies = {
  "with a length": `HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  "in chunks": `HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n${[body.slice(0, 20), body.slice(20), ""].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join("")}`,
};
const endings = { RST: "reset", FIN: "end" } as const;
const cases = Object.entries(replies).flatMap(([how, reply]) =>
  Object.entries(endings).map(
    ([ending, then]) => [`${reply.length} times by ${ending}, ${how}`, reply, then] as const,
  ),
);

describe.for([byMethod.POST, byMethod.PATCH])("the reply to %s, cut", (id) => {
  it.for(cases)("%s", async ([, reply, then]) => {
    let cut = 0;
    const server = await serve((...all) => raw(reply.slice(0, cut), then)(...all));
    for (; cut < reply.length; cut++) {
      const { outcome, attempts, message } = await failure(call(id, server.baseUrl));
      expect([outcome, attempts], `after ${cut} bytes`).toEqual(["unknown", 1]);
      expect(message).toContain("Whether it was carried out is unknown");
      expect(server.received).toHaveLength(cut + 1);
    }
  });
});
