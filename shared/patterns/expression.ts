/**
 * Regular expressions of schemas as automata: a match costs the text's length times the expression's, whatever both
 * are. What needs more than that (backreferences, lookaround) is not read.
 */
export type Expression =
  | { readonly kind: "set"; readonly test: (code: number) => boolean }
  | { readonly kind: "assertion"; readonly which: "^" | "$" | "b" | "B" }
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly Expression[] }
  | { readonly kind: "repeat"; readonly part: Expression; readonly least: number; readonly most: number };

const depthLimit = 100;
const stateLimit = 5000;

/** Undefined for what is not read. The source must be valid with these flags. */
export function readExpression(source: string, flags: "u" | ""): Expression | undefined {
  try {
    return new ExpressionReader(source, flags).read();
  } catch (error) {
    if (error instanceof Unread) return undefined;
    throw error;
  }
}

class Unread extends Error {}

class ExpressionReader {
  #at = 0;
  #depth = 0;
  readonly #source: string;
  readonly #flags: "u" | "";

  constructor(source: string, flags: "u" | "") {
    this.#source = source;
    this.#flags = flags;
  }

  read(): Expression {
    const expression = this.#choice();
    if (this.#at < this.#source.length) throw new Unread();
    return expression;
  }

  #choice(): Expression {
    if (++this.#depth > depthLimit) throw new Unread();
    const parts = [this.#sequence()];
    while (this.#source[this.#at] === "|") {
      this.#at++;
      parts.push(this.#sequence());
    }
    this.#depth--;
    return parts.length === 1 ? (parts[0] as Expression) : { kind: "choice", parts };
  }

  #sequence(): Expression {
    const parts: Expression[] = [];
    for (;;) {
      const c = this.#source[this.#at];
      if (c === undefined || c === "|" || c === ")") return { kind: "sequence", parts };
      parts.push(this.#quantified(this.#atom()));
    }
  }

  #quantified(part: Expression): Expression {
    const found = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/.exec(this.#source.slice(this.#at, this.#at + 40));
    if (found === null) return part;
    this.#at += found[0].length;
    const [, sign, from, comma, to] = found;
    const least = sign === undefined ? Number(from) : sign === "+" ? 1 : 0;
    const endless = sign === "*" || sign === "+" || (comma !== undefined && to === "");
    const most = endless
      ? Number.POSITIVE_INFINITY
      : sign === "?"
        ? 1
        : comma === undefined
          ? least
          : Number(to);
    return { kind: "repeat", part, least, most };
  }

  #atom(): Expression {
    const source = this.#source;
    const c = source[this.#at] as string;
    if (c === "^" || c === "$") {
      this.#at++;
      return { kind: "assertion", which: c };
    }
    if (c === "(") return this.#group();
    if (c === "[") return this.#taken(/^\[(?:\\.|[^\]\\])*\]/s);
    if (c === ".") return this.#taken(/^./);
    if (c === "\\") {
      const next = source[this.#at + 1];
      if (next === "b" || next === "B") {
        this.#at += 2;
        return { kind: "assertion", which: next };
      }
      if (next === undefined || /[1-9k]/.test(next)) throw new Unread();
      return this.#taken(
        /^\\(?:[pP]\{[^}]*\}|u\{[0-9a-fA-F]+\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[a-zA-Z]|.)/su,
      );
    }
    const code = this.#flags === "u" ? (source.codePointAt(this.#at) as number) : source.charCodeAt(this.#at);
    this.#at += code > 0xffff ? 2 : 1;
    return { kind: "set", test: (other) => other === code };
  }

  #group(): Expression {
    const opening = /^\((?:\?(?::|<[\p{L}_$][\p{L}\p{N}_$]*>))?/u.exec(this.#source.slice(this.#at))?.[0];
    if (opening === undefined || (opening === "(" && this.#source[this.#at + 1] === "?")) throw new Unread();
    this.#at += opening.length;
    const inner = this.#choice();
    this.#at++;
    return inner;
  }

  /** A class or an escape: which characters it means, the platform's own expressions know best. */
  #taken(shape: RegExp): Expression {
    const text = shape.exec(this.#source.slice(this.#at))?.[0];
    if (text === undefined) throw new Unread();
    this.#at += text.length;
    const single = new RegExp(`^(?:${text})$`, this.#flags);
    const known = new Uint8Array(128);
    const test = (code: number) => single.test(String.fromCodePoint(code));
    return {
      kind: "set",
      test(code) {
        if (code > 127) return test(code);
        known[code] ||= test(code) ? 1 : 2;
        return known[code] === 1;
      },
    };
  }
}

/**
 * Whether the platform's backtracking takes few ways: one endless repetition of single characters at most, and few
 * choices beside it.
 */
export function isTame(expression: Expression): boolean {
  let ways = 1;
  let endless = 0;
  const visit = (part: Expression): boolean => {
    switch (part.kind) {
      case "set":
      case "assertion":
        return true;
      case "choice":
        ways *= part.parts.length;
        return part.parts.every(visit);
      case "sequence":
        return part.parts.every(visit);
      case "repeat": {
        const single = part.part.kind === "set";
        if (part.most === 1) ways *= 2;
        else if (!single) return false;
        else if (part.most - part.least > 8) endless++;
        else ways *= part.most - part.least + 1;
        return visit(part.part);
      }
    }
  };
  return visit(expression) && ways <= 64 && endless <= 1;
}

interface State {
  /** A character to take, a place to be at, or neither: then `next` are alternatives. */
  readonly test?: (code: number) => boolean;
  readonly which?: "^" | "$" | "b" | "B";
  readonly next: number[];
}

/** A test for texts that contain a match. Undefined when the automaton would be too large. */
export function automaton(expression: Expression, { unicode }: { unicode: boolean }): Automaton | undefined {
  const states: State[] = [{ next: [] }];
  const add = (state: State): number => {
    if (states.length >= stateLimit) throw new Unread();
    return states.push(state) - 1;
  };
  /** The state in which a part is looked for, that goes on to `next`. */
  const build = (part: Expression, next: number): number => {
    switch (part.kind) {
      case "set":
        return add({ test: part.test, next: [next] });
      case "assertion":
        return add({ which: part.which, next: [next] });
      case "sequence":
        return part.parts.reduceRight((after, inner) => build(inner, after), next);
      case "choice":
        return add({ next: part.parts.map((inner) => build(inner, next)) });
      case "repeat": {
        let first = next;
        if (part.most === Number.POSITIVE_INFINITY) {
          const loop = { next: [next] };
          first = add(loop);
          loop.next.unshift(build(part.part, first));
        } else {
          for (let i = part.least; i < part.most; i++) first = add({ next: [build(part.part, first), next] });
        }
        for (let i = 0; i < part.least; i++) first = build(part.part, first);
        return first;
      }
    }
  };
  try {
    return new Automaton(states, build(expression, 0), { unicode });
  } catch (error) {
    if (error instanceof Unread) return undefined;
    throw error;
  }
}

export class Automaton {
  /** The first state is the match. */
  readonly #states: readonly State[];
  readonly #start: number;
  readonly #unicode: boolean;
  /** When each state was entered last. */
  readonly #entered: Uint32Array;

  constructor(states: readonly State[], start: number, { unicode }: { unicode: boolean }) {
    this.#states = states;
    this.#start = start;
    this.#unicode = unicode;
    this.#entered = new Uint32Array(states.length);
  }

  get size(): number {
    return this.#states.length;
  }

  test(text: string): boolean {
    const states = this.#states;
    const entered = this.#entered;
    entered.fill(0);
    let current: number[] = [this.#start];
    for (let at = 0, turn = 1; ; turn++) {
      // A match may begin anywhere.
      const waiting: number[] = [];
      const rest = [...current, this.#start];
      for (let index = rest.pop(); index !== undefined; index = rest.pop()) {
        if (index === 0) return true;
        if (entered[index] === turn) continue;
        entered[index] = turn;
        const state = states[index] as State;
        if (state.test !== undefined) waiting.push(index);
        else if (state.which === undefined || holds(state.which, text, at)) rest.push(...state.next);
      }
      if (at >= text.length) return false;
      const code = this.#unicode ? (text.codePointAt(at) as number) : text.charCodeAt(at);
      current = [];
      for (const index of waiting) {
        const { test, next } = states[index] as State;
        if (test?.(code)) current.push(next[0] as number);
      }
      at += code > 0xffff ? 2 : 1;
    }
  }
}

function holds(which: "^" | "$" | "b" | "B", text: string, at: number): boolean {
  if (which === "^") return at === 0;
  if (which === "$") return at === text.length;
  const edge = isWordAt(text, at - 1) !== isWordAt(text, at);
  return which === "b" ? edge : !edge;
}

const isWordAt = (text: string, at: number) => /^\w$/.test(text.charAt(at));
