import * as z from "zod";
import type { Row, World } from "../../api.ts";
import { creating, listing, referred } from "../../traits/behaviour.ts";
import {
  described,
  email,
  id,
  limit,
  maybe,
  opaqueId,
  open,
  pageNumber,
  shown,
  undocumented,
} from "../../traits/fields.ts";
import { numberedPaging } from "../../traits/paging.ts";
import { sampleId } from "../../traits/samples.ts";
import { wave } from "../../traits/wave.ts";
import { defineOperation } from "../define.ts";
import { course } from "./records.ts";

/** The courses with the most enrollments, of which the sandbox takes all for this week's. */
function trending(world: World): Row[] {
  const count = new Map<unknown, number>();
  for (const { course_id } of world.table("enrollments").rows())
    count.set(course_id, (count.get(course_id) ?? 0) + 1);
  return [...count]
    .map(([id, enrollments_week]) => ({ id, enrollments_week }))
    .sort((a, b) => b.enrollments_week - a.enrollments_week)
    .slice(0, 5);
}

export const operations = {
  courses: {
    list: defineOperation({
      title: "List courses",
      effect: "read",
      method: "GET",
      path: "/courses",
      request: {
        query: z.strictObject({
          page: pageNumber(),
          limit: limit({ max: 100 }),
          category: z.string().optional(),
        }),
      },
      reply: shown(
        {
          data: z.array(course),
          meta: shown({ total: z.int(), page: z.int(), limit: z.int() }),
        },
        "data",
      ),
      status: 200,
      paging: numberedPaging({ page: "meta.page", total: "meta.total", size: "meta.limit" }),
      resource: "courses",
      notShown: ["level and status filters", "default page size"],
      samples: [{ query: { category: "engineering", limit: 50 } }, { query: { page: 2 } }, {}],
      sandbox: { handle: listing("courses") },
    }),
    create: defineOperation({
      title: "Create course",
      description: "Creates a course. Requires instructor or admin privileges.",
      effect: "write",
      method: "POST",
      path: "/courses",
      request: {
        body: z.strictObject({
          title: z.string().max(100),
          description: described(z.string(), "HTML."),
          category: described(z.string(), "Slug of the category."),
          instructor_id: opaqueId(),
        }),
      },
      resource: "courses",
      returns: "the created course",
      notShown: ["response body", "status of success"],
      samples: [
        {
          body: {
            title: "Queues and backpressure",
            description: "<p>How systems stay responsive under load.</p>",
            category: "engineering",
            instructor_id: sampleId("instructor_", 1),
          },
        },
      ],
      sandbox: {
        handle: creating("courses", "course_", (row) => ({
          ...row,
          level: "advanced",
          duration_hours: 0,
          price: { amount: 0, currency: "EUR" },
        })),
      },
    }),
  },
  students: {
    create: defineOperation({
      title: "Register student",
      effect: "write",
      method: "POST",
      path: "/students",
      request: {
        body: z.strictObject({
          email: maybe(email()),
          name: maybe(z.string()),
          role: maybe(open("learner")),
          metadata: maybe(undocumented()),
        }),
      },
      resource: "students",
      returns: "the registered student",
      notShown: [
        "which fields are required",
        "response body",
        "status of success",
        "bulk or CSV import endpoint",
      ],
      samples: [
        {
          body: {
            email: "eva.horvat@example.com",
            name: "Eva Horvat",
            role: "learner",
            metadata: { department: "Support" },
          },
        },
      ],
      sandbox: { handle: creating("students", "student_") },
    }),
  },
  enrollments: {
    create: defineOperation({
      title: "Enroll student",
      description:
        "Enrolls a student in a course. Progress tracking and access credentials are generated automatically.",
      effect: "write",
      method: "POST",
      path: "/enrollments",
      request: {
        body: z.strictObject({
          student_id: opaqueId("students"),
          course_id: id("course_", "courses"),
          coupon_code: z.string().optional(),
        }),
      },
      resource: "enrollments",
      returns: "the enrollment",
      notShown: ["response body", "status of success"],
      samples: [
        {
          body: {
            student_id: sampleId("student_", 11),
            course_id: sampleId("course_", 3),
            coupon_code: "TEAM15",
          },
        },
        { body: { student_id: sampleId("student_", 12), course_id: sampleId("course_", 4) } },
      ],
      sandbox: {
        handle: creating("enrollments", "enrollment_", (row, call) => {
          referred(call, "students", "student_id");
          referred(call, "courses", "course_id");
          return { ...row, progress: 0 };
        }),
      },
    }),
  },
  analytics: {
    progress: defineOperation({
      title: "Get learning analytics",
      description: "Reads aggregated learning analytics.",
      effect: "read",
      method: "GET",
      path: "/analytics/progress",
      request: {},
      reply: shown({
        total_enrollments: z.int(),
        completion_rate: z.number().meta({ "x-not-shown": ["unit"] }),
        avg_time_on_platform: z.string().meta({ "x-not-shown": ["format"] }),
        trending_courses: z.array(shown({ id: id("course_", "courses"), enrollments_week: z.int() })),
      }),
      dashboard: {
        title: "Learning analytics",
        figures: [
          { field: "total_enrollments", title: "Total enrollments", kind: "number" },
          { field: "completion_rate", title: "Completion rate", kind: "number" },
          { field: "avg_time_on_platform", title: "Average time on platform", kind: "text" },
          {
            field: "trending_courses",
            title: "Trending courses",
            kind: "ranking",
            label: { field: "id", title: "Course" },
            value: { field: "enrollments_week", title: "Enrollments (week)" },
          },
        ],
      },
      notShown: ["units of the figures", "status of success"],
      samples: [{}],
      sandbox: {
        handle: ({ world }) => ({
          status: 200,
          body: {
            total_enrollments: world.table("enrollments").rows().length,
            completion_rate: Number(wave("completion", 0.68, world.now()).toFixed(3)),
            avg_time_on_platform: "4h 12m",
            trending_courses: trending(world),
          },
        }),
      },
    }),
  },
} as const;
