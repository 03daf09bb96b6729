#!/usr/bin/env node
/** What V8 has made of the bundle is kept for the next start. */
import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";
import { refuseOldNode } from "../shared/node-version.ts";

refuseOldNode();
enableCompileCache();
// A bundle of its own: it must not be compiled before there is a cache.
require(join(__dirname, "language-server.js"));
// Node keeps it at an orderly end alone, and some editors kill their servers.
setTimeout(flushCompileCache, 2000).unref();
