import { readFileSync } from "node:fs";
import { join } from "node:path";
import { membership } from "../../../shared/apis/membership/index.ts";
import { describe, type Description } from "../../../shared/openapi/description.ts";
import { readDocument } from "../../../shared/openapi/read.ts";

export const membershipFile = (name: string) => readFileSync(join(import.meta.dirname, name), "utf8");

export const descriptionOf = (text: string): Description => describe(readDocument(text), membership);
