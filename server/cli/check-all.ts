/** Many files, on as many threads as pay. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Diagnostic } from "vscode-languageserver-types";
import { EnvironmentFiles } from "../disk/environment-files.ts";
import type { CompiledCatalogue } from "../knowledge/compiled-catalogue.ts";
import { defaultSettings } from "../../shared/protocol.ts";
import type { Variable } from "../knowledge/variables.ts";
import { Workspace } from "../knowledge/workspace.ts";
import { check } from "./check.ts";

/** What decides beside the files themselves. */
export interface Setting {
  /** The working folder, as a URI. */
  folder: string;
  /** Operation ids by glob. */
  bodies: Readonly<Record<string, string>>;
}

/** As the features want to have it. */
export function workspaceOf({ folder, bodies }: Setting): Workspace {
  const workspace = new Workspace();
  const environments = new EnvironmentFiles();
  workspace.folders = [folder];
  workspace.settings = { ...defaultSettings, bodies };
  const known = new Map<string, readonly Variable[]>();
  workspace.variables = (uri) => {
    const folder = uri.slice(0, uri.lastIndexOf("/"));
    const variables = known.get(folder) ?? environments.variables(uri);
    known.set(folder, variables);
    return variables;
  };
  return workspace;
}

/** What the threads share. */
export interface Work {
  paths: readonly string[];
  setting: Setting;
  /** The batch that is to be taken next, and how many have been dealt with in order. */
  progress: Int32Array<SharedArrayBuffer>;
}

/** Of each file of a batch what is to be said, undefined of those that are gone. */
export type Checked = (Diagnostic[] | undefined)[];

const batchSize = 64;
/** How far ahead of the results that are written any thread may be: so much is in memory at most. */
const ahead = 64;
/** About as many as the main thread checks while another one starts. */
const worthAThread = 2500;

const batchCount = ({ paths }: Work) => Math.ceil(paths.length / batchSize);

/** The batches, in the order of the paths. */
export async function* checkAll(
  paths: readonly string[],
  setting: Setting,
  catalogue: CompiledCatalogue,
): AsyncGenerator<Checked> {
  const workspace = workspaceOf(setting);
  const progress = new Int32Array(new SharedArrayBuffer(8));
  const work: Work = { paths, setting, progress };
  const done = new Map<number, Checked>();
  let failure: Error | undefined;
  let wake = () => {};
  const workers = Array.from({ length: workerCount(paths.length) }, () =>
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
  try {
    for (let index = 0; index < batchCount(work); index++) {
      while (!done.has(index)) {
        if (failure) throw failure;
        const mine = Atomics.load(progress, 0) < index + ahead ? takeBatch(work) : undefined;
        if (mine !== undefined) done.set(mine, checkBatch(work, mine, catalogue, workspace));
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
  const workspace = workspaceOf(work.setting);
  for (let index = takeBatch(work); index !== undefined; index = takeBatch(work)) {
    for (let dealt = Atomics.load(work.progress, 1); index >= dealt + ahead; ) {
      Atomics.wait(work.progress, 1, dealt);
      dealt = Atomics.load(work.progress, 1);
    }
    send([index, checkBatch(work, index, catalogue, workspace)]);
  }
}

function takeBatch(work: Work): number | undefined {
  const index = Atomics.add(work.progress, 0, 1);
  return index < batchCount(work) ? index : undefined;
}

const checkBatch = (
  { paths }: Work,
  index: number,
  catalogue: CompiledCatalogue,
  workspace: Workspace,
): Checked =>
  paths.slice(index * batchSize, (index + 1) * batchSize).map((path) => check(path, catalogue, workspace));

const workerCount = (files: number) =>
  Math.max(0, Math.min(availableParallelism() - 1, Math.floor(files / worthAThread)));
