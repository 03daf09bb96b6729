import * as z from "zod";
import type { Handler } from "../../api.ts";
import { creating, listing } from "../../traits/behaviour.ts";
import {
  cursor,
  described,
  email,
  limit,
  maybe,
  open,
  secret,
  shown,
  undocumented,
  perhapsNull,
} from "../../traits/fields.ts";
import { cursorPaging } from "../../traits/paging.ts";
import { defineOperation } from "../define.ts";

const success = { success: true } as const;

const paging = cursorPaging({
  next: "pagination.next_cursor",
  more: "pagination.has_more",
  envelope: success,
});

/** Puts a reply into the envelope of successful responses. */
const enveloped =
  (handle: Handler): Handler =>
  (call) => {
    const reply = handle(call);
    return "rows" in reply ? reply : { ...reply, body: { ...success, data: reply.body } };
  };

const bodyNotShown = ["which fields are required", "data of the response", "status of success"] as const;

export const operations = {
  auth: {
    token: defineOperation({
      title: "Get access token",
      description: "Exchanges application credentials for an access token.",
      effect: "write",
      method: "POST",
      path: "/auth/token",
      authorized: false,
      request: {
        body: z.strictObject({ client_id: maybe(z.string()), client_secret: maybe(secret()) }),
      },
      // The endpoint table names these fields without the envelope of successful responses (document 3, Endpoints, API Z).
      reply: shown({
        access_token: secret(),
        token_type: described(z.string(), "Bearer."),
        expires_in: described(z.int(), "Life of the token; 3600 is shown."),
      }),
      status: 200,
      notShown: [
        "which fields are required",
        "whether the envelope of successful responses is around the token",
        "unit of expires_in",
        "token refresh",
      ],
      samples: [{ body: { client_id: "app_example", client_secret: "{{secret:SOCIAL_CLIENT_SECRET}}" } }],
      sandbox: {
        choices: ["the token without the envelope of other replies"],
        handle: ({ world }) => ({
          status: 200,
          body: { access_token: world.id("tok_"), token_type: "Bearer", expires_in: 3600 },
        }),
      },
    }),
  },
  users: {
    list: defineOperation({
      title: "List social users",
      effect: "read",
      method: "GET",
      path: "/users",
      request: {
        query: z.strictObject({
          q: described(z.string(), "Search by username or display name.").optional(),
          cursor: cursor(),
          limit: limit({ min: 1, max: 100, default: 20 }),
        }),
      },
      reply: shown(
        {
          success: z.literal(true),
          data: z.array(undocumented()),
          pagination: shown({
            next_cursor: perhapsNull(described(z.string(), "Cursor of the next page.")),
            has_more: z.boolean(),
          }),
        },
        "data",
      ),
      paging,
      resource: "users",
      notShown: ["fields of the records", "status of success"],
      samples: [{ query: { q: "mira", limit: 50 } }, {}],
      sandbox: {
        handle: listing("users", (row, { query }) => {
          const wanted = String(query.q ?? "").toLowerCase();
          return [row.username, row.display_name].some((name) => String(name).toLowerCase().includes(wanted));
        }),
      },
    }),
    create: defineOperation({
      title: "Create social user",
      effect: "write",
      method: "POST",
      path: "/users",
      request: {
        body: z.strictObject({
          username: maybe(described(z.string(), "Shown with a leading @.")),
          email: maybe(email()),
          display_name: maybe(z.string()),
          bio: maybe(z.string()),
          avatar_url: maybe(z.string().nullable()),
        }),
      },
      resource: "users",
      returns: "the created user",
      notShown: bodyNotShown,
      samples: [
        {
          body: {
            username: "@nadia.draws",
            email: "nadia@example.com",
            display_name: "Nadia Kowalska",
            bio: "Ink and watercolour.",
            avatar_url: null,
          },
        },
      ],
      sandbox: { handle: enveloped(creating("users", "user_")) },
    }),
  },
  posts: {
    list: defineOperation({
      title: "List social posts",
      description: "Posts of the user feed or of a specific community.",
      effect: "read",
      method: "GET",
      path: "/posts",
      request: { query: z.record(z.string(), z.unknown()).meta({ "x-not-shown": ["parameters"] }) },
      paging,
      resource: "posts",
      returns: "a list of posts",
      notShown: [
        "parameters, also those that choose the feed or a community",
        "response body",
        "status of success",
      ],
      samples: [{}],
      sandbox: { handle: listing("posts") },
    }),
    create: defineOperation({
      title: "Create social post",
      description: "Publishes a post.",
      effect: "write",
      method: "POST",
      path: "/posts",
      request: {
        body: z.strictObject({
          content: maybe(described(z.string(), "May carry hashtags.")),
          visibility: maybe(open("public")),
          media: maybe(z.array(z.strictObject({ type: maybe(open("image")), url: maybe(z.string()) }))),
        }),
      },
      resource: "posts",
      returns: "the published post",
      notShown: bodyNotShown,
      samples: [
        {
          body: {
            content: "Harbour at dawn. #photography",
            visibility: "public",
            media: [{ type: "image", url: "https://media.example.com/harbour.jpg" }],
          },
        },
        { body: { content: "Hello, world." } },
      ],
      sandbox: { handle: enveloped(creating("posts", "post_")) },
    }),
  },
} as const;
