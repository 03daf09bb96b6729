/** The thread that reads a description: it answers once. */
import { parentPort, workerData } from "node:worker_threads";
import { apis } from "../../shared/apis/index.ts";
import { describe, type Description } from "../../shared/openapi/description.ts";
import { type Match, matchOperations } from "../../shared/openapi/match.ts";
import { readDocument, sizeLimit, tooLarge } from "../../shared/openapi/read.ts";
import { readRegularFile } from "../../shared/regular-file.ts";

export interface Question {
  /** A slug. */
  api: string;
  /** A path. */
  file: string;
}

export interface ReadDescription<M> {
  description: Description;
  matches: M[];
}

/** An operation's checks are functions, which no message holds: its id stands for it. */
type SentMatch = Omit<Match, "operation"> & { operation: string };

export type Answer = { read: ReadDescription<SentMatch> } | { failure: string };

function answer({ api: slug, file }: Question): Answer {
  try {
    const api = apis.find((each) => each.slug === slug);
    if (!api) throw new Error(`There is no API ${slug}.`);
    const bytes = readRegularFile(file, sizeLimit + 1);
    if (bytes.length > sizeLimit) throw tooLarge();
    const description = describe(readDocument(new TextDecoder("utf-8").decode(bytes)), api);
    const matches = matchOperations(api, description).map(({ operation, ...match }) => ({
      ...match,
      operation: operation.id,
    }));
    return { read: { description, matches } };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.postMessage(answer(workerData as Question)); // read-openapi.ts has given it.
