import { describe, expect, it } from "vitest";
import type { Location } from "vscode-languageserver-types";
import { definitions, occurrenceAt, references } from "../../../server/features/occurrences.ts";
import { refusal, renamable, rename } from "../../../server/features/rename.ts";
import { readVariables } from "../../../server/knowledge/variables.ts";
import { atCursor, fileOf, inSandbox, type Known, textIn, withRanges } from "../marked.ts";

const privateUri = "file:///folder/http-client.private.env.json";
const publicUri = "file:///folder/http-client.env.json";
const files: Record<string, string> = {
  [privateUri]: '{"sandbox": {"zone": "a"}}',
  [publicUri]: '{"sandbox": {"zone": "b", "page": 1}, "live": {"zone": "c", "only": "d"}}',
};

const known: Known = {
  ...inSandbox(),
  variables: Object.entries(files).flatMap(([uri, text]) => readVariables(text, uri)),
};

/** The file's name, its line and what is marked there. */
function shown(text: string, { uri, range }: Location): string {
  const source = files[uri] ?? text;
  return `${uri.slice(uri.lastIndexOf("/") + 1)} ${range.start.line + 1} ${textIn(source, range)}`;
}

const sequence = (marked: string) =>
  `[\n{"operation":"cloud-v1.cdn.purge","name":"purge"},\n{"operation":"content.posts.list","query":${marked}}\n]`;

describe("definition", () => {
  function defined(marked: string): string[] {
    const { file, offset, text } = atCursor(marked, undefined, known);
    return definitions(file, offset).map(({ targetUri: uri, targetSelectionRange: range }) =>
      shown(text, { uri, range }),
    );
  }

  it("of a variable is in the environment files, the active environment first", () => {
    expect(defined(sequence('{"page":"{{zo|ne}}"}'))).toEqual([
      'http-client.private.env.json 1 "zone"',
      'http-client.env.json 1 "zone"',
    ]);
    expect(defined(sequence('{"page":"{{on|ly}}"}'))).toEqual(['http-client.env.json 1 "only"']);
    expect(defined(sequence('{"page":"{{no|ne}}"}'))).toEqual([]);
  });

  it("of an earlier response is the request's name, from anywhere in the placeholder", () => {
    const name = "test.request.json 2 purge";
    expect(defined(sequence('{"page":"{{pur|ge.response.body.id}}"}'))).toEqual([name]);
    expect(defined(sequence('{"page":"{{purge.response.body.i|d}}"}'))).toEqual([name]);
    expect(defined(sequence('{"page":"{{other.respon|se.body}}"}'))).toEqual([]);
  });

  it("is not there for secrets, dynamic values and plain text", () => {
    for (const text of ["{{secret:zo|ne}}", "{{$uu|id}}", "zo|ne", "{{zone}}| "])
      expect(defined(sequence(`{"page":"${text}"}`))).toEqual([]);
  });
});

describe("references", () => {
  function referred(marked: string, includeDeclaration = true): string[] {
    const { file, offset, text } = atCursor(marked, undefined, known);
    const at = occurrenceAt(file, offset);
    return at ? references(file, at.subject, { includeDeclaration }).map((each) => shown(text, each)) : [];
  }

  const uses = '{"page":"{{purge.response.body.id}}","status":"{{zone}} {{ zone }}"}';

  it("of a request are the placeholders that name it", () => {
    const marked = sequence(uses).replace('"purge"', '"pur|ge"');
    expect(referred(marked, false)).toEqual(["test.request.json 3 purge"]);
    expect(referred(marked)).toEqual(["test.request.json 2 purge", "test.request.json 3 purge"]);
  });

  it("of a variable are all its placeholders and its values in all environments", () => {
    expect(referred(sequence(uses.replace("{{zone", "{{zo|ne")))).toEqual([
      'http-client.private.env.json 1 "zone"',
      'http-client.env.json 1 "zone"',
      'http-client.env.json 1 "zone"',
      "test.request.json 3 zone",
      "test.request.json 3 zone",
    ]);
  });
});

describe("rename", () => {
  it("offers the name alone", () => {
    const { file, offset, text } = atCursor(sequence('{"page":"{{ pur|ge.response.body.id}}"}'));
    const found = renamable(file, offset);
    expect(found && textIn(text, found.range)).toBe("purge");
    const path = atCursor(sequence('{"page":"{{purge.response.bo|dy.id}}"}'));
    expect(renamable(path.file, path.offset)).toBeUndefined();
  });

  function renamed(marked: string, name: string): string[] {
    const { file, offset, text } = atCursor(marked, undefined, known);
    const at = occurrenceAt(file, offset);
    const { changes = {} } = at ? rename(file, at.subject, name) : {};
    return Object.entries(changes).flatMap(([uri, edits]) =>
      edits.map(({ range, newText }) => `${shown(text, { uri, range })} → ${newText}`),
    );
  }

  it("changes a request's name and all placeholders that use it", () => {
    expect(
      renamed(sequence('{"page":"{{purge.response.body.id}}"}').replace('"purge"', '"|purge"'), "wipe"),
    ).toEqual(["test.request.json 2 purge → wipe", "test.request.json 3 purge → wipe"]);
  });

  it("changes a variable in the environment files, and its placeholders", () => {
    expect(renamed(sequence('{"page":"{{pa|ge}}"}'), "number")).toEqual([
      'http-client.env.json 1 "page" → "number"',
      "test.request.json 3 page → number",
    ]);
  });

  it.each([
    ["request", "", "begins with"],
    ["request", "a b", "begins with"],
    ["request", "{{a}}", "begins with"],
    ["request", "other", "Another request"],
    ["variable", "$uuid", "begins with"],
    ["variable", "secret:a", "begins with"],
    ["variable", "a.response.b", "begins with"],
    ["variable", "page", "already"],
  ] as const)("refuses the %s name %j", (kind, name, words) => {
    const { text } = withRanges('[{"name":"purge"},{"name":"other"}]');
    const file = fileOf(text, undefined, known);
    expect(refusal(file, { kind, name: "purge" }, name)).toContain(words);
    expect(refusal(file, { kind, name: "purge" }, "fresh")).toBeUndefined();
  });
});
