/** What a schema says by several branches: the one that a property names, the one of the right type, or the nearest. */
import { memberNamed } from "../syntax/named-members.ts";
import { childCount, childrenOf, isContainer, type Node } from "../syntax/node.ts";
import { valueIn } from "../syntax/value.ts";
import { isSeverity, type Severity } from "./finding.ts";
import { type Found, markWidth } from "./remembering.ts";
import { placeholder, ScalarChecker } from "./scalars.ts";
import { bitOf, type Dispatch, type Schema, textsAmong, typeBit, type Union } from "./schema.ts";
import { suggestion } from "./suggest.ts";
import { named } from "./wording.ts";

/** Objects of more members are not searched for a name that is mistyped. */
const fewMembers = 32;

export abstract class UnionChecker extends ScalarChecker {
  protected checkUnion(schema: Schema, union: Union, node: Node, start: number): void {
    const bit = bitOf(node);
    const { branches, types } = union;
    if (union.dispatch !== undefined && bit === typeBit.object) {
      const branch = this.#dispatched(schema, union, node, start);
      if (branch !== undefined) this.apply(branch, node, start);
      return;
    }
    let only: Schema | undefined;
    let fitting = 0;
    for (let i = 0; i < branches.length; i++) {
      if (((types[i] as number) & bit) === 0) continue;
      only = branches[i];
      fitting++;
    }
    if (fitting === 1 && only !== undefined) {
      // A branch for other scalars would take a placeholder too.
      this.apply(only, node, start);
      return;
    }
    if (fitting === 0) {
      const all = types.reduce((sum, mask) => sum | mask, 0);
      if (!this.standsForScalar(node, start, all)) this.#wrongUnionType(schema, union, all, node, start);
      return;
    }
    this.#tryBranches(schema, union, bit, node, start);
  }

  /**
   * Where the deciding property is missing and another's name is nearly its own: what that one's value means is what the
   * rest is held to.
   */
  #takesMistyped({ property, branches }: Dispatch, node: Node, start: number): boolean {
    const object = { node, start };
    if (childCount(node) > fewMembers) return false;
    const meant = childrenOf(object).find(
      ({ key }) => key !== undefined && suggestion(key.name, [property]) !== undefined,
    );
    const branch = meant?.node.kind === "string" ? branches.get(valueIn(this.text, meant)) : undefined;
    if (meant?.key === undefined || branch === undefined) return false;
    const { name } = meant.key;
    if (branch.object?.properties.get(name)?.schema !== undefined) return false;
    this.add(
      "unknown-property",
      `${named(name)} is not a documented property. Did you mean ${named(property)}?`,
      meant.keyStart,
      meant.key.width,
      { property: name, suggestion: property },
    );
    for (const found of this.collect(branch, node, start)) {
      const said =
        (found.code === "missing-property" && found.start === start && found.data?.property === property) ||
        (found.code === "unknown-property" && found.start === meant.keyStart);
      if (!said) this.found.push(found);
    }
    return true;
  }

  /** No branch takes this type; when all are constants, those are what the reader wants to know. */
  #wrongUnionType(schema: Schema, union: Union, types: number, node: Node, start: number): void {
    const allowed = union.branches.flatMap((branch) => branch.allowed?.values ?? []);
    const constant = union.branches.every((branch) => branch.allowed !== undefined);
    if (constant) {
      const value = isContainer(node) ? undefined : valueIn(this.text, { node, start });
      this.notAllowed(schema, { values: allowed, texts: textsAmong(allowed) }, value, node, start);
    } else this.wrongType(types, node, start);
  }

  /** The branch that the discriminating property names. Without one the reason is reported. */
  #dispatched(schema: Schema, union: Union, node: Node, start: number): Schema | undefined {
    const dispatch = union.dispatch as NonNullable<Union["dispatch"]>;
    const { property, branches, allowed } = dispatch;
    const member = memberNamed({ node, start }, property);
    if (member === undefined) {
      if (this.#takesMistyped(dispatch, node, start)) return undefined;
      const severity = schema.keyword("x-missing-severity");
      this.missing(property, start, isSeverity(severity) ? severity : "error");
      return undefined;
    }
    const { kind } = member.node;
    if (kind === "missing" || kind === "invalid") return undefined;
    const value = isContainer(member.node) ? undefined : valueIn(this.text, member);
    const branch = value === undefined ? undefined : branches.get(value);
    if (branch !== undefined) return branch;
    if (this.placeholders && typeof value === "string" && placeholder.test(value)) return undefined;
    const { values } = allowed;
    if (value === undefined || !values.some((known) => typeof known === typeof value)) {
      let types = 0;
      for (const known of values)
        types |=
          typeof known === "string"
            ? typeBit.string
            : typeof known === "boolean"
              ? typeBit.boolean
              : known === null
                ? typeBit.null
                : typeBit.integer;
      this.wrongType(types, member.node, member.start);
    } else this.notAllowed(schema, allowed, value, member.node, member.start);
    return undefined;
  }

  #tryBranches(schema: Schema, union: Union, bit: number, node: Node, start: number): void {
    let best: readonly Found[] | undefined;
    let matched = 0;
    let allowed: unknown[] | undefined = [];
    for (let i = 0; i < union.branches.length; i++) {
      if (((union.types[i] as number) & bit) === 0) continue;
      const branch = union.branches[i] as Schema;
      const found = this.collect(branch, node, start);
      if (found.length === 0) {
        if (!union.exactlyOne) return;
        matched++;
      }
      if (best === undefined || graver(best, found)) best = found;
      if (branch.allowed === undefined || branch.keyword("x-code") !== undefined) allowed = undefined;
      else if (allowed !== undefined) for (const value of branch.allowed.values) allowed.push(value);
    }
    if (matched === 1) return;
    if (matched > 1) {
      if (this.holdsPlaceholder(node, start)) return;
      const message = `This fits ${matched} of the alternatives, expected exactly one`;
      this.add("value-not-allowed", message, start, markWidth(node));
    } else if (allowed !== undefined && !isContainer(node)) {
      const known = { values: allowed, texts: textsAmong(allowed) };
      this.notAllowed(schema, known, valueIn(this.text, { node, start }), node, start);
    } else if (best !== undefined) for (const found of best) this.found.push(found);
  }

  protected missing(property: string, start: number, severity: Severity = "error"): void {
    this.add("missing-property", `Missing property ${named(property)}`, start, 1, { property }, severity);
  }
}

/** Whether another branch is nearer to what is there: of equals the first is meant. */
const graver = (best: readonly Found[], found: readonly Found[]) => found.length < best.length;
