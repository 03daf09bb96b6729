/** A thread of `switchboard validate`. */
import { parentPort, workerData } from "node:worker_threads";
import { docsUri, loadCatalogue } from "../disk/built-catalogue.ts";
import { Reference } from "../knowledge/compiled-catalogue.ts";
import { checkBeside } from "./check-all.ts";

checkBeside(workerData, new Reference(loadCatalogue(), docsUri()), (message) =>
  parentPort?.postMessage(message),
);
