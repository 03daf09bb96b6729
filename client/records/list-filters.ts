/** The filters that a person has set, kept for each list and environment with the workspace. */
import type { Operation } from "../../shared/api.ts";
import type { ListParameters } from "../../shared/derived/list-parameters.ts";
import { isRow } from "../../shared/traits/values.ts";
import type { Session } from "../session/session.ts";
import { type FilterValues, isFiltered, type ListFilter, soundValues, unfiltered } from "./filter.ts";
import type { ListNode } from "./node.ts";

const storageKey = "filters";

export class ListFilters {
  readonly #session: Session;
  #parametersOf: ((operation: Operation) => ListParameters) | undefined;
  /** What was read out of an operation is kept, by the operation's id: a tree is drawn often. */
  readonly #known = new Map<string, ListParameters>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Before this, lists have no parameters: what reads them out of the descriptions is loaded when it is needed. */
  async load(): Promise<void> {
    this.#parametersOf = (await import("../../shared/derived/list-parameters.ts")).listParameters;
  }

  parametersOf({ source: { list } }: ListNode): ListParameters {
    if (!this.#parametersOf) return { filters: [] };
    const parameters = this.#known.get(list.id) ?? this.#parametersOf(list);
    this.#known.set(list.id, parameters);
    return parameters;
  }

  /** The list's filter in the active environment. */
  of(list: ListNode): ListFilter {
    const { filters: parameters } = this.parametersOf(list);
    if (parameters.length === 0) return unfiltered;
    const kept = this.#kept()[this.#session.settings.environment];
    return { parameters, values: soundValues(parameters, isRow(kept) ? kept[list.id] : undefined) };
  }

  async set(list: ListNode, values: FilterValues): Promise<void> {
    const all = this.#kept();
    const { environment } = this.#session.settings;
    const { [list.id]: _, ...others } = isRow(all[environment]) ? all[environment] : {};
    const lists = Object.keys(values).length > 0 ? { ...others, [list.id]: values } : others;
    await this.#session.context.workspaceState.update(storageKey, { ...all, [environment]: lists });
  }

  isSet(list: ListNode): boolean {
    return isFiltered(this.of(list));
  }

  #kept(): Record<string, unknown> {
    const kept = this.#session.context.workspaceState.get(storageKey);
    return isRow(kept) ? kept : {};
  }
}
