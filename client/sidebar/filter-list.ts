/** Choosing what a list is filtered by. */
import * as vscode from "vscode";
import type { NamedOperation } from "../../shared/api.ts";
import type { FilterParameter } from "../../shared/derived/list-parameters.ts";
import type { ListFilters } from "../records/list-filters.ts";
import {
  choicesOf,
  type FilterValue,
  type FilterValues,
  filterText,
  hintOf,
  isOpen,
  type ListFilter,
  meaningOf,
  readValue,
} from "../records/filter.ts";
import type { ListNode } from "../records/node.ts";
import { createQuickPick, showQuickPick } from "../text/questions.ts";

/** Asks for a filter and keeps it. False when the person left without an answer. */
export async function filterList(filters: ListFilters, list: ListNode): Promise<boolean> {
  const { collection, list: operation } = list.source;
  const values = await askFilter(`Filter ${collection.title}`, operation, filters.of(list));
  if (values) await filters.set(list, values);
  return values !== undefined;
}

async function askFilter(
  title: string,
  operation: NamedOperation,
  { parameters, values }: ListFilter,
): Promise<FilterValues | undefined> {
  const [only, ...others] = parameters;
  if (!only) return undefined;
  for (;;) {
    const parameter = others.length === 0 ? only : await pickParameter(title, parameters, values);
    if (!parameter || parameter === "reset") return parameter && {};
    const value = await askValue(title, operation, parameter, values[parameter.name], {
      canGoBack: others.length > 0,
    });
    if (value === "back") continue;
    if (value === undefined) return undefined;
    const { [parameter.name]: _, ...rest } = values;
    return value === "any" ? rest : { ...rest, [parameter.name]: value.value };
  }
}

async function pickParameter(
  title: string,
  parameters: readonly FilterParameter[],
  values: FilterValues,
): Promise<FilterParameter | "reset" | undefined> {
  const items: (vscode.QuickPickItem & { parameter: FilterParameter | "reset" })[] = parameters.map(
    (parameter) => {
      const set = Object.hasOwn(values, parameter.name);
      return {
        label: `$(${set ? "filter-filled" : "filter"}) ${parameter.name}`,
        description: set ? String(values[parameter.name]) : "any",
        detail: meaningOf(parameter.schema),
        parameter,
      };
    },
  );
  if (Object.keys(values).length > 0)
    items.push({ label: "$(clear-all) Reset Filters", description: filterText(values), parameter: "reset" });
  const picked = await showQuickPick(items, {
    title,
    placeHolder: "Filter by which parameter?",
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.parameter;
}

type Answer = { value: FilterValue } | "any" | "back" | undefined;

interface ValueItem extends vscode.QuickPickItem {
  answer?: Answer;
}

/** The values to pick from; what is typed becomes one of them where others are accepted. */
function askValue(
  title: string,
  operation: NamedOperation,
  { name, schema }: FilterParameter,
  present: FilterValue | undefined,
  { canGoBack }: { canGoBack: boolean },
): Promise<Answer> {
  const now = Date.now();
  const item = (value: FilterValue, label = String(value), description?: string): ValueItem => ({
    label,
    ...(description && { description }),
    ...(value === present && { description: "set", iconPath: new vscode.ThemeIcon("check") }),
    answer: { value },
  });
  const choices = choicesOf(schema, now);
  const fixed = choices.map(({ value, label, description }) => item(value, label, description));
  if (present !== undefined && choices.every(({ value }) => value !== present)) fixed.unshift(item(present));
  if (present !== undefined)
    fixed.push({ label: `$(clear-all) ${canGoBack ? `Any ${name}` : "Reset Filters"}`, answer: "any" });
  const typed = (text: string): ValueItem[] => {
    if (!isOpen(schema) || text.trim() === "") return [];
    if (fixed.some(({ label }) => label.toLowerCase() === text.trim().toLowerCase())) return [];
    const value = readValue(schema, text, now);
    const problem = value === undefined ? hintOf(schema) : problemOf(operation, name, value);
    if (value === undefined || problem !== undefined)
      return [
        { label: `$(error) ${name} can't be “${text.trim()}”`, detail: problem ?? "", alwaysShow: true },
      ];
    return [{ ...item(value), alwaysShow: true }];
  };
  const pick = createQuickPick<ValueItem>();
  pick.title = `${title}: ${name}`;
  pick.placeholder = hintOf(schema);
  pick.items = fixed;
  if (canGoBack) pick.buttons = [vscode.QuickInputButtons.Back];
  return new Promise<Answer>((resolve) => {
    pick.onDidChangeValue((text) => {
      const added = typed(text);
      // What is no value must not stand before one that is being looked for.
      pick.items = added.some(({ answer }) => answer) ? [...added, ...fixed] : [...fixed, ...added];
    });
    pick.onDidTriggerButton(() => resolve("back"));
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item?.answer) resolve(item.answer);
    });
    pick.onDidHide(() => resolve(undefined));
    pick.show();
  }).finally(() => pick.dispose());
}

/** What the documented schema says against a value. */
function problemOf(operation: NamedOperation, name: string, value: FilterValue): string | undefined {
  const result = operation.request.query?.safeParse({ [name]: value });
  return result?.error?.issues.find(({ path }) => path[0] === name)?.message;
}
