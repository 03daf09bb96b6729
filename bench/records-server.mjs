// Serves records in pages by cursor, made beforehand, so that its own work is small beside a client's.
import { createServer } from "node:http";

const pages = new Map();
process.once("message", ({ records, size }) => {
  for (let start = 0; start < records.length; start += size) {
    const next = start + size < records.length ? String(start + size) : null;
    const body = {
      data: records.slice(start, start + size),
      meta: { total: records.length, next_cursor: next },
    };
    pages.set(String(start), Buffer.from(JSON.stringify(body)));
  }
  const server = createServer((request, response) => {
    const cursor = new URL(request.url ?? "", "http://localhost").searchParams.get("cursor") ?? "0";
    const body = pages.get(cursor);
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
    response.end(body);
  });
  server.listen(0, "127.0.0.1", () => process.send(server.address().port));
});
process.once("disconnect", () => process.exit());
