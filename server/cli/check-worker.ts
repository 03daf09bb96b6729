/** A thread of `switchboard validate`. */
import { parentPort, workerData } from "node:worker_threads";
import { docsUri, loadCatalogue } from "../catalogue.ts";
import { Reference } from "../reference.ts";
import { checkBeside } from "./check-all.ts";

checkBeside(workerData, new Reference(loadCatalogue(), docsUri()), (message) =>
  parentPort?.postMessage(message),
);
