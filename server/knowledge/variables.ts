/** The variables that request files may use: `http-client.env.json` and its private sibling, in the file's folder or above. */
import type { Range } from "vscode-languageserver-types";
import { Lines } from "../syntax/lines.ts";
import { childrenOf } from "../syntax/node.ts";
import { parse, rootOf } from "../syntax/tree.ts";
import { inexactNumbers } from "./inexact-numbers.ts";
import { toValue } from "../syntax/value.ts";

export interface Variable {
  name: string;
  /** As written; what is no text, as JSON. */
  value: string;
  /** What is no text, as itself: so it stands where the variable is a whole string. */
  json?: unknown;
  /** The first number in it that cannot be kept exactly, as written. */
  inexact?: string;
  environment: string;
  /** Where it is defined. */
  uri: string;
  range: Range;
  /** Of data: it is sent as it stands, whatever is in it. */
  isPlain?: true;
}

export type VariableValue = Pick<Variable, "value" | "json" | "inexact">;

export const environmentFiles = ["http-client.env.json", "http-client.private.env.json"] as const;

/** @param inexact the first number in it that is written otherwise than the value has it */
export function variableValue(value: unknown, inexact?: string): VariableValue {
  if (typeof value === "string") return { value };
  const text = typeof value === "number" && inexact !== undefined ? inexact : JSON.stringify(value);
  return { value: text, json: value, ...(inexact !== undefined && { inexact }) };
}

/** The variables of all environments of one file. A file that cannot be read as JSON has those that can. */
export function readVariables(text: string, uri: string): Variable[] {
  const tree = parse(text, { dialect: "jsonc" });
  const lines = new Lines(text);
  return childrenOf(rootOf(tree)).flatMap((environment) =>
    environment.key === undefined
      ? []
      : childrenOf(environment).flatMap((variable) => {
          if (variable.key === undefined) return [];
          const value = toValue(tree, variable);
          return [
            {
              name: variable.key.name,
              ...variableValue(value, inexactNumbers(tree, variable)[0]?.source),
              environment: environment.key?.name ?? "",
              uri,
              range: { start: lines.positionAt(variable.keyStart), end: lines.positionAt(variable.keyEnd) },
            },
          ];
        }),
  );
}
