/** A thread of `switchboard validate`. */
import { parentPort, workerData } from "node:worker_threads";
import { loadCompiledCatalogue } from "../disk/built-catalogue.ts";
import { checkBeside } from "./check-all.ts";

checkBeside(workerData, loadCompiledCatalogue(), (message) => parentPort?.postMessage(message));
