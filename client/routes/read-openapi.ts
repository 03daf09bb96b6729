/** A description with what matches in it, read on a thread of its own: some are megabytes long, and a person goes on meanwhile. */
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { type Api, operationsOf } from "../../shared/api.ts";
import type { Match } from "../../shared/openapi/match.ts";
import type { Answer, Question, ReadDescription } from "./openapi-worker.ts";

/** In MiB. The longest file that is read needs less. */
const memoryLimit = 2048;

/** Undefined when the person ended it. Throws an error that names the remedy. @param file a path */
export async function readOpenApi(
  api: Api,
  file: string,
  signal: AbortSignal,
): Promise<ReadDescription<Match> | undefined> {
  const question: Question = { api: api.slug, file };
  const worker = new Worker(join(__dirname, "openapi-worker.js"), {
    workerData: question,
    resourceLimits: { maxOldGenerationSizeMb: memoryLimit },
  });
  const answer = await new Promise<Answer | undefined>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "ERR_WORKER_OUT_OF_MEMORY"
          ? new Error("It needs too much memory. Import a description with fewer operations.")
          : error,
      ),
    );
    worker.once("exit", () => reject(new Error("It was not read to its end.")));
    const stop = () => resolve(undefined);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  }).finally(() => void worker.terminate());
  if (!answer) return undefined;
  if ("failure" in answer) throw new Error(answer.failure);
  const { description, matches } = answer.read;
  const operations = new Map(operationsOf([api]).map((each) => [each.id, each]));
  return {
    description,
    matches: matches.flatMap(({ operation: id, ...match }) => {
      const operation = operations.get(id);
      return operation ? [{ ...match, operation }] : [];
    }),
  };
}
