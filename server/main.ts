#!/usr/bin/env node
/** Compiling the bundle takes as long as running it: what V8 has made of it is kept for the next start. */
import { enableCompileCache } from "node:module";
import { join } from "node:path";

enableCompileCache();
// A bundle of its own: it must not be compiled before there is a cache.
require(join(__dirname, "language-server.js"));
