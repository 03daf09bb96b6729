/** Error envelopes: each is read by the client and written by the sandbox. */
import type * as z from "zod";
import type { ApiFault, FaultEnvelope, FieldIssue, Row } from "../api.ts";
import { at, isRow, merged, placed, textAt } from "./values.ts";

/** The dotted paths at which an API documents the parts of its error body. */
export interface FaultFields {
  /** The body whole. */
  body: z.ZodType;
  message: string;
  code?: string;
  field?: string;
  details?: string;
  requestId?: string;
  documentationUrl?: string;
  /** Further parts of the envelope, texts, by the name under which `details` holds them. */
  more?: Readonly<Record<string, string>>;
  /** Constant parts of the envelope, for example `success: false`. */
  envelope?: Row;
  /** The documented code and details of a request that breaks its schema. */
  invalid?: { code: string; details?(issues: readonly FieldIssue[]): unknown };
}

export function faultEnvelope(where: FaultFields): FaultEnvelope {
  return {
    body: where.body,
    read(status, body): ApiFault | undefined {
      const message = textAt(body, where.message);
      const code = where.code && textAt(body, where.code);
      if (message === undefined && !code) return undefined;
      const details = where.details ? at(body, where.details) : further(where.more, body);
      const field = (where.field && textAt(body, where.field)) || firstField(details);
      const requestId = where.requestId && textAt(body, where.requestId);
      const documentationUrl = where.documentationUrl && textAt(body, where.documentationUrl);
      return {
        status,
        message: message ?? code ?? "",
        ...(code && { code }),
        ...(field && { field }),
        ...(details !== undefined && { details }),
        ...(requestId && { requestId }),
        ...(documentationUrl && { documentationUrl }),
      };
    },
    write(fault) {
      let body: Row = { ...where.envelope };
      const put = (path: string | undefined, value: unknown) => {
        if (path && value !== undefined) body = merged(body, placed(path, value));
      };
      put(where.code, fault.code);
      put(where.message, fault.message);
      put(where.field, fault.field);
      put(where.details, fault.details);
      // Their values are not documented: the sandbox's own begin like its codes.
      for (const [name, path] of Object.entries(where.more ?? {}))
        put(path, at(fault.details, name) ?? `sandbox_${fault.status}`);
      put(where.requestId, fault.requestId);
      put(where.documentationUrl, fault.documentationUrl);
      return body;
    },
    invalid: (issues) => ({
      ...inWords(issues),
      ...(where.invalid && { code: where.invalid.code }),
      ...(where.invalid?.details && { details: where.invalid.details(issues) }),
    }),
  };
}

function inWords(issues: readonly FieldIssue[]): { message: string; field?: string } {
  const [first] = issues;
  if (!first?.field) return { message: first?.issue ?? "The request is not valid." };
  return { message: `${first.field}: ${first.issue}`, field: first.field };
}

/** `membership` has a type and a second code beside the common parts. */
function further(more: FaultFields["more"], body: unknown): Row | undefined {
  const parts = Object.entries(more ?? {}).flatMap(([name, path]) => {
    const value = at(body, path);
    return value === undefined ? [] : [[name, value] as const];
  });
  return parts.length > 0 ? Object.fromEntries(parts) : undefined;
}

/** `social` names the field in the first of its details. */
function firstField(details: unknown): string | undefined {
  return Array.isArray(details) ? textAt(details[0], "field") : undefined;
}

/** For an API whose error body is not shown: whatever message the body has is shown, the rest stays raw. */
export const undocumentedFault: FaultEnvelope = {
  read(status, body) {
    if (!isRow(body)) return undefined;
    const message = textAt(body, "message") ?? textAt(body, "error.message") ?? textAt(body, "error");
    const code = textAt(body, "code") ?? textAt(body, "error.code");
    return message === undefined ? undefined : { status, message, ...(code && { code }), details: body };
  },
  write: (fault) => ({ message: fault.message }),
  invalid: inWords,
};
