/** What a read-only document shows, as far as something can be done with it. */
import type { Api, RequestValues, Row, Sendable } from "../../shared/api.ts";
import type { Target } from "../session/access.ts";

/** What can be done with a document that shows a reply or a record. */
export type Ability = "again" | "edit" | "related" | "url" | "curl" | "json";

/** The key of VS Code's context that holds the addresses of the documents with the ability. */
export const contextOf = (ability: Ability) => `switchboard.shown.${ability}`;

export interface ShownText {
  /** The body as JSON; undefined where there is none. */
  json?: string;
  /** What asked for it; undefined where that was not one request. */
  request?: SentRequest;
  /** The record that the body is; undefined where it is none, or several. */
  record?: ShownRecord;
  /** Asks again; undefined where that could change something. */
  readAgain?: () => unknown;
}

/** A request as it may be shown: secrets are placeholders. */
export interface SentRequest {
  operation: Sendable;
  target: Target;
  values: RequestValues;
}

export interface ShownRecord {
  environment: string;
  api: Api;
  resource: string;
  id: string;
  row: Row;
}
