import * as z from "zod";
import type { Resource, Row } from "../../api.ts";
import { listing, reading } from "../../traits/behaviour.ts";
import { id, maybe, open, openPath, shown, timestamp, untyped } from "../../traits/fields.ts";
import { singlePage } from "../../traits/paging.ts";
import { pick, rows, sampleId, sampleTime } from "../../traits/samples.ts";
import { numberAt } from "../../traits/values.ts";
import { defineOperation } from "../define.ts";
import { tiers } from "./tiers.ts";

const level = () => open("advanced", "intermediate");

const course = shown(
  {
    id: id("crs_", "courses"),
    title: untyped(),
    description: untyped(),
    instructor: shown({ name: untyped(), title: untyped() }),
    category: untyped(),
    level: level(),
    duration_hours: z.int(),
    lessons_count: z.int(),
    is_published: z.boolean(),
    thumbnail_url: untyped(),
    tags: z.array(z.string()),
    requires_tier: untyped(),
    created_at: timestamp(),
  },
  "id",
);

const subjects = [
  ["Portrait lighting", "photography"],
  ["Typography for screens", "design"],
  ["Songwriting workshop", "music"],
  ["Data modelling", "engineering"],
  ["Sourdough at home", "cooking"],
  ["Negotiation basics", "business"],
] as const;
const instructors = [
  { name: "Elif Aydin", title: "Art director" },
  { name: "Tomás Herrera", title: "Staff engineer" },
  { name: "Grace Mwangi", title: "Producer" },
] as const;

const courseRow = (n: number): Row => {
  const [title, category] = pick(subjects, n);
  const part = Math.ceil(n / subjects.length);
  return {
    id: sampleId("crs_", n),
    title: `${title}, part ${part}`,
    description: `Part ${part} of a hands-on course in ${category}.`,
    instructor: pick(instructors, n),
    category,
    level: pick(["intermediate", "advanced"], n),
    duration_hours: 4 + (n % 5) * 3,
    lessons_count: 8 + (n % 4) * 6,
    is_published: n % 5 !== 0,
    thumbnail_url: `https://images.example.com/courses/${n}.jpg`,
    tags: [category, pick(["project", "live", "self-paced"], n)],
    requires_tier: pick(tiers, n),
    created_at: sampleTime(n, 97),
  };
};

export const courses: Resource = {
  title: "Course",
  prefix: "crs_",
  record: course,
  notShown: [
    "shape of the curriculum, the instructor details and the enrollment counts",
    "how a course is published",
  ],
  samples: rows(15, courseRow),
};

/** The minutes of lessons that a request gives; lessons and their fields may be absent. */
const minutes = (lessons: unknown): number[] =>
  Array.isArray(lessons) ? lessons.map((lesson) => numberAt(lesson, "duration_minutes") ?? 0) : [];

export const courseOperations = {
  list: defineOperation({
    title: "List courses",
    effect: "read",
    request: {},
    reply: shown({ data: z.array(course), has_more: z.boolean() }, "data"),
    paging: singlePage({ has_more: false }),
    resource: "courses",
    notShown: [
      "method and path",
      "parameters",
      "status of success",
      "how to ask for more when has_more is true",
    ],
    samples: [{}],
    sandbox: { route: { method: "GET", path: "/courses" }, handle: listing("courses") },
  }),
  get: defineOperation({
    title: "Retrieve course",
    description:
      "The full course with the complete curriculum (lessons, quizzes, assignments), instructor details and enrollment counts.",
    effect: "read",
    request: { path: openPath() },
    reply: course,
    resource: "courses",
    notShown: [
      "method and path",
      "path parameters",
      "shape of the curriculum, the instructor details and the enrollment counts",
      "status of success",
    ],
    samples: [{ path: { course_id: sampleId("crs_", 1) } }],
    sandbox: {
      route: { method: "GET", path: "/courses/{course_id}" },
      handle: reading("courses", "course_id"),
    },
  }),
  create: defineOperation({
    title: "Create course",
    description:
      "Creates a course in draft, by an instructor or content admin. It is published later, by hand: is_published becomes true.",
    effect: "write",
    request: {
      body: z.strictObject({
        title: maybe(untyped()),
        description: maybe(untyped()),
        category: maybe(untyped()),
        level: maybe(level()),
        lessons: maybe(
          z.array(
            z.strictObject({
              title: maybe(z.string()),
              type: maybe(open("video")),
              duration_minutes: maybe(z.int()),
              content_url: maybe(z.string()),
            }),
          ),
        ),
      }),
    },
    reply: course,
    resource: "courses",
    notShown: ["method and path", "which fields are required", "status of success"],
    samples: [
      {
        body: {
          title: "Street photography",
          description: "Seeing, framing and editing pictures of a city.",
          category: "photography",
          level: "intermediate",
          lessons: [
            {
              title: "Light at noon",
              type: "video",
              duration_minutes: 25,
              content_url: "https://media.example.com/light-at-noon.mp4",
            },
            {
              title: "Editing a series",
              type: "video",
              duration_minutes: 40,
              content_url: "https://media.example.com/editing-a-series.mp4",
            },
          ],
        },
      },
    ],
    sandbox: {
      route: { method: "POST", path: "/courses" },
      handle({ body, world }) {
        const lengths = minutes(body.lessons);
        const row = {
          id: world.id("crs_"),
          title: body.title ?? "Untitled",
          description: body.description ?? "",
          instructor: instructors[0],
          category: body.category ?? "",
          level: body.level ?? "intermediate",
          duration_hours: Math.ceil(lengths.reduce((sum, length) => sum + length, 0) / 60),
          lessons_count: lengths.length,
          is_published: false,
          thumbnail_url: null,
          requires_tier: null,
          tags: [],
          created_at: world.now(),
        };
        world.table("courses").insert(row);
        return { status: 201, body: row };
      },
    },
  }),
} as const;
