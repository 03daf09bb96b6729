import * as z from "zod";
import type { Resource, Row } from "../../api.ts";
import { described, id, opaqueId, open, shown, undocumented } from "../../traits/fields.ts";
import { pick, rows, sampleId } from "../../traits/samples.ts";

export const course = shown(
  {
    id: id("course_", "courses"),
    title: z.string(),
    description: described(z.string(), "HTML."),
    category: z.string(),
    level: open("advanced"),
    duration_hours: z.int(),
    price: shown({ amount: z.int().meta({ "x-not-shown": ["unit"] }), currency: z.string() }),
    instructor_id: opaqueId(),
  },
  "id",
);

const subjects = [
  ["Distributed systems", "engineering"],
  ["Statistics with care", "data"],
  ["Technical writing", "writing"],
  ["Interface motion", "design"],
  ["Project finance", "business"],
  ["Network security", "engineering"],
  ["Public speaking", "communication"],
] as const;

const courseRow = (n: number): Row => {
  const [title, category] = pick(subjects, n);
  const part = Math.ceil(n / subjects.length);
  return {
    id: sampleId("course_", n),
    title: `${title} ${part}`,
    description: `<p>Module ${part} of ${title.toLowerCase()}.</p>`,
    category,
    level: "advanced",
    duration_hours: 6 + (n % 6) * 4,
    price: { amount: pick([4900, 9900, 14900], n), currency: "EUR" },
    instructor_id: sampleId("instructor_", n % 5),
  };
};

const students = ["Ada Novak", "Ben Carter", "Chidi Eze", "Dalia Rossi"] as const;

const studentRow = (n: number): Row => {
  const name = pick(students, n);
  return {
    id: sampleId("student_", n),
    email: `${name.toLowerCase().replace(" ", ".")}.${n}@example.com`,
    name,
    role: "learner",
  };
};

export const resources = {
  courses: { title: "Course", prefix: "course_", record: course, samples: rows(42, courseRow) },
  students: {
    title: "Student",
    record: undocumented(),
    notShown: ["fields of the record"],
    samples: rows(12, studentRow),
  },
  enrollments: {
    title: "Enrollment",
    record: undocumented(),
    notShown: ["fields of the record"],
    samples: rows(40, (n) => ({
      id: sampleId("enrollment_", n),
      student_id: sampleId("student_", ((n - 1) % 12) + 1),
      // Some courses are liked better than others.
      course_id: sampleId("course_", pick([1, 2, 1, 3, 1, 2, 4, 1, 2, 3, 5, 1, 6], n)),
      progress: (n * 13) % 100,
    })),
  },
} satisfies Record<string, Resource>;
