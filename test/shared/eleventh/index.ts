// An API of one folder: a test adds it to the ten and sees everything light up. Its imports work from shared/apis as well.
import * as z from "zod";
import { defineApi, defineOperation } from "../../../shared/apis/define.ts";
import { bearerKey } from "../../../shared/traits/auth.ts";
import { changing, creating, listing } from "../../../shared/traits/behaviour.ts";
import { faultEnvelope } from "../../../shared/traits/faults.ts";
import { id, limit, pageNumber, shown, timestamp } from "../../../shared/traits/fields.ts";
import { numberedPaging } from "../../../shared/traits/paging.ts";
import { threeHeaders } from "../../../shared/traits/rate-limit.ts";
import { rows, sampleId, sampleTime } from "../../../shared/traits/samples.ts";

const note = z.looseObject({ id: id("note_", "notes"), text: z.string(), created_at: timestamp() });

export const eleventh = defineApi({
  slug: "notes",
  title: "Notes",
  purpose: "Keep short notes.",
  source: { document: 1, letter: "N" },
  version: "v3",
  auth: bearerKey,
  rateLimit: threeHeaders([{ name: "Every key", perMinute: 50 }]),
  keys: { from: "the dashboard of the notes" },
  faults: faultEnvelope({
    body: shown({ error: shown({ code: z.string(), message: z.string() }) }),
    code: "error.code",
    message: "error.message",
  }),
  statuses: { 400: "invalid parameters", 401: "invalid key", 403: "insufficient permissions" },
  resources: {
    notes: {
      title: "Note",
      prefix: "note_",
      record: note,
      samples: rows(25, (n) => ({ id: sampleId("note_", n), text: `Note ${n}`, created_at: sampleTime(n) })),
    },
  },
  operations: {
    notes: {
      list: defineOperation({
        title: "List notes",
        effect: "read",
        method: "GET",
        path: "/notes",
        request: { query: z.strictObject({ page: pageNumber(1), limit: limit({ max: 50, default: 20 }) }) },
        reply: z.looseObject({ data: z.array(note) }),
        paging: numberedPaging({ page: "meta.page", total: "meta.total", size: "meta.limit" }),
        resource: "notes",
        samples: [{ query: { limit: 10 } }],
        sandbox: { handle: listing("notes") },
      }),
      create: defineOperation({
        title: "Create note",
        effect: "write",
        request: { body: z.strictObject({ text: z.string().max(140) }) },
        reply: note,
        resource: "notes",
        notShown: ["method and path"],
        samples: [{ body: { text: "Buy milk" } }],
        sandbox: {
          route: { method: "POST", path: "/notes" },
          handle: creating("notes", "note_", (row, { world }) => {
            const whole = { ...row, created_at: world.now() };
            world.emit("note.created", { event: "note.created", data: { id: row.id } });
            return whole;
          }),
        },
      }),
      update: defineOperation({
        title: "Update note",
        effect: "write",
        partial: true,
        method: "PATCH",
        path: "/notes/{note_id}",
        request: {
          path: z.strictObject({ note_id: id("note_", "notes") }),
          body: z.strictObject({ text: z.string().max(140).optional() }),
        },
        reply: note,
        resource: "notes",
        samples: [{ path: { note_id: sampleId("note_", 1) }, body: { text: "Buy bread" } }],
        sandbox: { handle: changing("notes", "note_id") },
      }),
    },
  },
  events: {
    "note.created": {
      meaning: "a note was created",
      payload: z.strictObject({
        event: z.literal("note.created"),
        data: z.strictObject({ id: id("note_", "notes") }),
      }),
      samples: [{ event: "note.created", data: { id: sampleId("note_", 1) } }],
    },
  },
  eventNames: { field: "event", open: false },
  collections: [
    {
      view: "posts",
      title: "Notes",
      operation: "notes.list",
      label: ["text"],
      detail: ["created_at"],
      icon: "note",
    },
  ],
  notShown: [],
});
