import * as z from "zod";
import type { Resource, Row } from "../../api.ts";
import { described, id, shown, timestamp } from "../../traits/fields.ts";
import { pick, rows, sampleId, sampleTime } from "../../traits/samples.ts";

export const postStatus = z.enum(["published", "draft", "archived"]);

export const post = shown(
  {
    id: id("post_", "posts"),
    title: z.string(),
    content: described(z.string(), "Markdown or HTML body."),
    slug: described(z.string(), "URL-friendly."),
    status: postStatus,
    author_id: id("usr_"),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  "id",
);

/** The title in words that an address can hold; empty when it has none. */
export const slugOf = (title: string): string =>
  title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

const openings = ["Notes on", "A guide to", "What is new in", "Behind", "Five questions about"] as const;
const subjects = [
  "caching",
  "image formats",
  "our release",
  "search",
  "accessible forms",
  "backups",
] as const;

const postRow = (n: number): Row => {
  const title = `${pick(openings, n)} ${pick(subjects, n)}, part ${n}`;
  return {
    id: sampleId("post_", n),
    title,
    content: `# ${title}\n\nA few words about ${pick(subjects, n)}.`,
    slug: slugOf(title),
    status: pick(["published", "published", "draft", "published", "archived"], n),
    author_id: sampleId("usr_", n % 4),
    created_at: sampleTime(n),
    updated_at: sampleTime(n, 13),
  };
};

export const resources = {
  posts: {
    title: "Post",
    prefix: "post_",
    record: post,
    notShown: ["moves to archived"],
    samples: rows(48, postRow),
  },
} satisfies Record<string, Resource>;
