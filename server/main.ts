#!/usr/bin/env node
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { loadCatalogue } from "./catalogue.ts";
import { serve } from "./language-server.ts";
import { Reference } from "./reference.ts";

const docs = pathToFileURL(join(__dirname, "..", "docs", "operations.md")).href;
serve(createConnection(ProposedFeatures.all), () => new Reference(loadCatalogue(), docs));
