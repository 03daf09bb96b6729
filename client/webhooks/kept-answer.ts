/** How a handler has answered a delivery, as it is kept on disk. Without vscode. */
import * as z from "zod";
import type { Answer } from "../../shared/webhooks/handler.ts";
import { type Bounds, EntryFiles } from "../session/entry-files.ts";

const format = z.object({
  format: z.literal(1),
  /** When it came, in milliseconds since 1970. */
  at: z.number().min(0).max(8.64e15),
  /** The delivery's id in the store. */
  delivery: z.string(),
  url: z.string(),
  /** Absent where no answer came. */
  status: z.number().optional(),
  /** Why there is no answer. */
  failure: z.string().optional(),
  /** In milliseconds. */
  duration: z.number(),
  /** The begin of its text. */
  body: z.string(),
  /** After how many milliseconds it was to be tried again; absent where it was not. */
  again: z.number().optional(),
});

export type KeptAnswer = z.infer<typeof format>;

/** What is kept in memory. */
export type AnswerHead = Omit<KeptAnswer, "format" | "body"> & { id: string };

export type AnswerStore = EntryFiles<KeptAnswer, AnswerHead>;

export const keptAnswer = (
  { status, failure, duration, body }: Answer,
  of: { delivery: string; url: string; at: number; again: number | undefined },
): KeptAnswer => ({
  format: 1,
  at: of.at,
  delivery: of.delivery,
  url: of.url,
  ...(status !== undefined && { status }),
  ...(failure !== undefined && { failure }),
  duration,
  body,
  ...(of.again !== undefined && { again: of.again }),
});

/** Undefined when it is no such file. */
function parseAnswer(text: string): KeptAnswer | undefined {
  try {
    return format.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function headOf(id: string, answer: KeptAnswer): AnswerHead {
  const { format: _, body: __, ...head } = answer;
  return { ...head, id };
}

export const answerStore = (
  folder: string,
  warn: (message: string) => void,
  bounds: Bounds = { entries: 10_000, bytes: 64 * 1024 * 1024 },
): AnswerStore =>
  new EntryFiles(
    { store: "the answers to webhooks", parse: parseAnswer, headOf, timeOf: ({ at }) => at, bounds },
    folder,
    warn,
  );

/** The last of each delivery, by its id. */
export function lastAnswers(newestFirst: readonly AnswerHead[]): Map<string, AnswerHead> {
  const last = new Map<string, AnswerHead>();
  for (const answer of newestFirst) if (!last.has(answer.delivery)) last.set(answer.delivery, answer);
  return last;
}
