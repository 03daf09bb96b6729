#!/usr/bin/env node
import { join } from "node:path";
import { refuseOldNode } from "../shared/node-version.ts";
import { load } from "./disk/code-cache.ts";

refuseOldNode();
load(join(__dirname, "language-server.js"), require);
