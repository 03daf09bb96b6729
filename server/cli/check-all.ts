/** Many files, on as many threads as pay. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import type { Diagnostic } from "vscode-languageserver-types";
import type { CompiledCatalogue } from "../knowledge/compiled-catalogue.ts";
import { FileChecker, type Setting } from "./file-checker.ts";

/** What the threads share. */
export interface Work {
  paths: readonly string[];
  setting: Setting;
  /** The batch that is to be taken next, and how many have been dealt with in order. */
  progress: Int32Array<SharedArrayBuffer>;
}

/** What is to be said of each file of a batch; undefined for one that is gone. */
export type Checked = (Diagnostic[] | undefined)[];

const batchSize = 64;
/** How far ahead of the results that are written any thread may be: so much is in memory at most. */
const ahead = 64;
/** Another thread loads and optimizes the same again: for fewer files that costs more than it brings. */
const worthAThread = 10_000;

const batchCount = ({ paths }: Work) => Math.ceil(paths.length / batchSize);

/** The batches, in the order of the paths. */
export async function* checkAll(
  paths: readonly string[],
  setting: Setting,
  catalogue: CompiledCatalogue,
): AsyncGenerator<Checked> {
  const checker = new FileChecker(setting, catalogue);
  const progress = new Int32Array(new SharedArrayBuffer(8));
  const work: Work = { paths, setting, progress };
  const done = new Map<number, Checked>();
  let failure: Error | undefined;
  let wake = () => {};
  const workers: Worker[] = [];
  const beside = workerCount(paths.length);
  try {
    if (beside > 0) {
      const { Worker } = await import("node:worker_threads");
      while (workers.length < beside)
        workers.push(
          new Worker(join(__dirname, "check-worker.js"), { workerData: work })
            .on("message", ([index, batch]: [number, Checked]) => {
              done.set(index, batch);
              wake();
            })
            .on("error", (error) => {
              failure = error;
              wake();
            }),
        );
    }
    for (let index = 0; index < batchCount(work); index++) {
      while (!done.has(index)) {
        if (failure) throw failure;
        const mine = Atomics.load(progress, 0) < index + ahead ? takeBatch(work) : undefined;
        if (mine !== undefined) done.set(mine, checkBatch(work, mine, checker));
        // What the others sent arrives in between.
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (mine !== undefined) setImmediate(resolve);
        });
      }
      yield done.get(index) ?? [];
      done.delete(index);
      Atomics.store(progress, 1, index + 1);
      Atomics.notify(progress, 1);
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** What a thread beside the main one does. */
export function checkBeside(
  work: Work,
  catalogue: CompiledCatalogue,
  send: (message: unknown) => void,
): void {
  const checker = new FileChecker(work.setting, catalogue);
  for (let index = takeBatch(work); index !== undefined; index = takeBatch(work)) {
    for (let dealt = Atomics.load(work.progress, 1); index >= dealt + ahead; ) {
      Atomics.wait(work.progress, 1, dealt);
      dealt = Atomics.load(work.progress, 1);
    }
    send([index, checkBatch(work, index, checker)]);
  }
}

function takeBatch(work: Work): number | undefined {
  const index = Atomics.add(work.progress, 0, 1);
  return index < batchCount(work) ? index : undefined;
}

const checkBatch = ({ paths }: Work, index: number, checker: FileChecker): Checked =>
  paths.slice(index * batchSize, (index + 1) * batchSize).map((path) => checker.check(path));

const workerCount = (files: number) =>
  Math.max(0, Math.min(availableParallelism() - 1, Math.floor(files / worthAThread)));
