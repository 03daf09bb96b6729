/** Random edits of random documents: after each, what is kept must equal what reading anew gives. */
import { isDeepStrictEqual } from "node:util";
import { diagnose } from "../../server/features/diagnostics.ts";
import { symbols } from "../../server/features/symbols.ts";
import { type OpenFile, openFile } from "../../server/files/open-file.ts";
import { emptyWorkspace } from "../../server/knowledge/workspace.ts";
import { edit } from "../../server/syntax/edit.ts";
import { Lines } from "../../server/syntax/lines.ts";
import { problems } from "../../server/syntax/problems.ts";
import { parse, type Tree } from "../../server/syntax/tree.ts";
import { catalogue } from "./marked.ts";
import { Random } from "./random.ts";
import { plain } from "./syntax/plain.ts";
import { scrap, someJson } from "./syntax/texts.ts";
import { worstCases } from "./worst-cases.ts";

/** Diagnostics and symbols cost more than the tree: they are compared after each of so many edits. */
const featuresEvery = 8;

/** Throws at the first difference, with what is needed to see it again. */
export function fuzz(seed: number, edits: number): void {
  const random = new Random(seed);
  for (let done = 0; done < edits; ) {
    const kind = random.pick(["request", "webhook"] as const);
    const dialect = kind === "request" ? "jsonc" : "json";
    let text = someDocument(random);
    let tree = parse(text, { dialect });
    for (let i = 0; i < 50 && done < edits; i++, done++) {
      const start = random.below(text.length + 1);
      const end = random.chance(0.6) ? start : Math.min(text.length, start + random.below(6));
      const inserted = random.chance(0.25) ? "" : random.chance(0.1) ? someJson(random, 2) : scrap(random);
      const changed = text.slice(0, start) + inserted + text.slice(end);
      const kept = edit(tree, start, end, inserted);
      const anew = parse(changed, { dialect });
      const compare = (what: string, view: (tree: Tree) => unknown) => {
        if (isDeepStrictEqual(view(kept), view(anew))) return;
        const context = { seed, what, dialect, text, start, end, inserted };
        throw new Error(`Other than when read anew: ${JSON.stringify(context)}`);
      };
      compare("tree", plain);
      compare("problems", (of) => problems(of));
      compare("lines", ({ text: of }) => linesOf(new Lines(of), changed.length));
      if (done % featuresEvery === 0) {
        compare("diagnostics", (of) => diagnose(fileOf(kind, of)));
        compare("symbols", (of) => symbols(fileOf(kind, of)));
      }
      // Most edits are taken back, else everything is broken soon.
      if (random.chance(0.3)) [tree, text] = [kept, changed];
    }
  }
}

const fileOf = (kind: "request" | "webhook", tree: Tree): OpenFile =>
  openFile(kind, {
    uri: `file:///a.${kind}.json`,
    tree,
    catalogue,
    workspace: emptyWorkspace,
    variables: [],
  });

function linesOf(lines: Lines, length: number): unknown {
  const step = Math.max(1, Math.floor(length / 40));
  const places = Array.from({ length: 41 }, (_, i) => lines.positionAt(i * step));
  return [lines.lineCount, places, places.map((place) => lines.offsetAt(place))];
}

function someDocument(random: Random): string {
  switch (random.below(9)) {
    case 0:
      return random.pick(entries);
    case 1:
      return `[${Array.from({ length: 40 }, () => random.pick(entries)).join(`,${random.pick(["\n", "\r\n", "\r"])}`)}]`;
    case 2:
      // More than one chunk of text, more than one look ahead.
      return `{"a": [${Array.from({ length: 300 }, () => someJson(random, 2)).join(",\r\n")}], "b": ${someJson(random)}}`;
    case 3:
      return `[/*${"*".repeat(random.below(3000))}*/ "${"x\\n".repeat(random.below(1500))}", ${someJson(random)}]`;
    case 4:
      return `${"[".repeat(253)}${someJson(random, 5)}${"]".repeat(253)}`;
    case 5:
      return `{${Array.from({ length: 100 }, (_, i) => `"k${i % 99}": ${someJson(random, 1)}`).join(",\n")}}`;
    case 6:
      return random.pick(worstCases).text(random.pick([40, 400, 4000]));
    default:
      return someJson(random, 5);
  }
}

const entries = [
  ...catalogue.entries.operations.flatMap(({ samples }) => samples),
  ...catalogue.entries.events.flatMap(({ samples }) => samples),
].map((sample) => JSON.stringify(sample, null, 2));
