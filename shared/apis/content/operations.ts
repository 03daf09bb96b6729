import * as z from "zod";
import { creating, listing, removing } from "../../traits/behaviour.ts";
import { described, id, limit, pageNumber, shown } from "../../traits/fields.ts";
import { numberedPaging } from "../../traits/paging.ts";
import { sampleId } from "../../traits/samples.ts";
import { defineOperation } from "../define.ts";
import { published } from "./events.ts";
import { post, postStatus, slugOf } from "./records.ts";

export const operations = {
  posts: {
    list: defineOperation({
      title: "List posts",
      effect: "read",
      method: "GET",
      path: "/content/posts",
      request: {
        query: z.strictObject({
          page: pageNumber(1),
          limit: limit({ max: 100, default: 20 }),
          status: postStatus.optional(),
          sort: z.enum(["created_at", "updated_at", "title"]).optional(),
        }),
      },
      reply: shown(
        {
          data: z.array(post),
          meta: shown({ current_page: z.int(), total_pages: z.int(), total_items: z.int() }),
        },
        "data",
      ),
      status: 200,
      paging: numberedPaging({
        page: "meta.current_page",
        pages: "meta.total_pages",
        total: "meta.total_items",
      }),
      resource: "posts",
      notShown: ["default order", "direction of the sort"],
      samples: [
        { query: { status: "published", sort: "updated_at", limit: 50 } },
        { query: { page: 2 } },
        {},
      ],
      sandbox: { handle: listing("posts") },
    }),
    create: defineOperation({
      title: "Create post",
      description:
        "Publishes the post when publish is true, which the event announces; else the post is saved as a draft by itself.",
      effect: "write",
      method: "POST",
      request: {
        body: z.strictObject({
          title: z.string().max(200),
          content: described(z.string(), "Markdown or HTML body."),
          slug: described(z.string(), "URL-friendly; generated when omitted.").optional(),
          publish: described(z.boolean(), "True publishes the post, else it stays a draft.", {
            default: false,
          }).optional(),
        }),
      },
      reply: post,
      status: 201,
      resource: "posts",
      announces: "content.published",
      notShown: ["path", "how a slug is generated"],
      samples: [
        { body: { title: "Hello", content: "# Hello\n\nThe first post.", slug: "hello", publish: true } },
        { body: { title: "An idea", content: "To be written." } },
      ],
      sandbox: {
        route: { method: "POST", path: "/content/posts" },
        handle: creating("posts", "post_", (row, { world }) => {
          const now = world.now();
          const isPublished = row.publish === true;
          if (isPublished) world.emit("content.published", published(String(row.id), now));
          return {
            id: row.id,
            title: row.title,
            content: row.content,
            slug: row.slug ?? (slugOf(String(row.title)) || row.id),
            status: isPublished ? "published" : "draft",
            author_id: sampleId("usr_", 1),
            created_at: now,
            updated_at: now,
          };
        }),
      },
    }),
    delete: defineOperation({
      title: "Delete post",
      description: "Removes the post permanently; this cannot be undone.",
      effect: "delete",
      method: "DELETE",
      request: { path: z.strictObject({ id: id("post_", "posts") }) },
      status: 204,
      resource: "posts",
      notShown: ["path"],
      samples: [{ path: { id: sampleId("post_", 1) } }],
      sandbox: {
        route: { method: "DELETE", path: "/content/posts/{id}" },
        handle: removing("posts", "id", () => ({ status: 204 })),
      },
    }),
  },
} as const;
