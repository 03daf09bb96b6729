import { describe, expect, it } from "vitest";
import type { CodeAction } from "vscode-languageserver-types";
import { codeActions, fixAllKind } from "../../../server/features/code-actions.ts";
import { diagnose } from "../../../server/features/diagnostics.ts";
import type { OpenFile } from "../../../server/files/open-file.ts";
import type { Workspace } from "../../../server/knowledge/workspace.ts";
import { Lines } from "../../../server/syntax/lines.ts";
import { stringValue } from "../../../server/syntax/value.ts";
import { walk } from "../../../server/syntax/walk.ts";
import { serverCommands } from "../../../shared/protocol.ts";
import { fileOf, withVariables, workspaceWith } from "../marked.ts";

const everywhere = ({ tree, lines }: OpenFile) => ({
  start: { line: 0, character: 0 },
  end: lines.positionAt(tree.text.length),
});

function actions(file: OpenFile, only?: string[]): CodeAction[] {
  return codeActions(file, everywhere(file), { diagnostics: diagnose(file), ...(only && { only }) });
}

const titles = (text: string, name?: string, workspace?: Workspace) =>
  actions(fileOf(text, name, workspace)).map(({ title }) => title);

/** The text after an action. */
function after(file: OpenFile, action: CodeAction | undefined): string {
  if (!action) throw new Error("There is no such action");
  const text = file.tree.text.slice(0, file.tree.text.length);
  const lines = new Lines(text);
  const edits = Object.values(action.edit?.changes ?? {}).flat();
  return edits
    .toSorted((a, b) => lines.offsetAt(b.range.start) - lines.offsetAt(a.range.start))
    .reduce(
      (result, { range, newText }) =>
        result.slice(0, lines.offsetAt(range.start)) + newText + result.slice(lines.offsetAt(range.end)),
      text,
    );
}

function fixed(text: string, title: string, name?: string, workspace?: Workspace): string {
  const file = fileOf(text, name, workspace);
  return after(
    file,
    actions(file).find((action) => action.title === title),
  );
}

function fixedAll(text: string): string {
  const file = fileOf(text);
  const [action] = actions(file, [fixAllKind]);
  return action ? after(file, action) : text;
}

/** The strings of a text: their letters, since case and separators are what may be mended. */
function stringsIn(text: string): string[] {
  const { tree } = fileOf(text);
  const found: string[] = [];
  walk(tree, (at) => {
    if (at.node.kind === "string")
      found.push(
        stringValue(tree, at)
          .toLowerCase()
          .replace(/[_\- ]/g, ""),
      );
    return undefined;
  });
  return found;
}

const post = (body: string) => `{"operation": "content.posts.create", "body": ${body}}`;

describe("quick fixes of properties", () => {
  it("add what is missing with the value of the sample", () => {
    expect(fixed(post("{}"), 'Add "title"')).toBe(post('{"title": "Hello"}'));
    expect(fixed(post('{"title": "a"}'), 'Add "content"')).toBe(
      post('{"title": "a", "content": "# Hello\\n\\nThe first post."}'),
    );
  });

  it("add all that is missing at once, on lines of their own where the others are", () => {
    expect(fixed(post("{}"), "Add all missing properties")).toBe(
      post('{"title": "Hello", "content": "# Hello\\n\\nThe first post."}'),
    );
    expect(fixed(post('{\r\n  "slug": "a"\r\n}'), "Add all missing properties")).toBe(
      post('{\r\n  "slug": "a",\r\n  "title": "Hello",\r\n  "content": "# Hello\\n\\nThe first post."\r\n}'),
    );
    expect(fixed(post('{\n  "slug": "a", // why\n}'), "Add all missing properties")).toBe(
      post('{\n  "slug": "a", // why\n  "title": "Hello",\n  "content": "# Hello\\n\\nThe first post."\n}'),
    );
    expect(fixed(post("{\n}"), 'Add "title"')).toBe(post('{\n  "title": "Hello"\n}'));
  });

  it.each([
    ['{\n  "content": "a" // why\n}', '{\n  "content": "a", // why\n  "title": "Hello"\n}'],
    [
      '{\n  "content": "a" /* why */ // how\n}',
      '{\n  "content": "a", /* why */ // how\n  "title": "Hello"\n}',
    ],
    ["{ // none yet\n}", '{ // none yet\n  "title": "Hello"\n}'],
    ['{"content": "a" /* why */}', '{"content": "a", /* why */ "title": "Hello"}'],
    ['{"content": "a" // why\n}', '{"content": "a", // why\n"title": "Hello"\n}'],
    ['{"content": "a" // why\r\n}', '{"content": "a", // why\r\n"title": "Hello"\r\n}'],
  ])("leave a comment beside what it is about: %j", (body, expected) => {
    expect(fixed(post(body), 'Add "title"')).toBe(post(expected));
  });

  it.each([
    ['{\n  "title": "a", // one\n  "x1": 1\n}', '{\n  "title": "a" // one\n}'],
    ['{\n  "title": "a",\n  // two\n  "x1": 1 // three\n}', '{\n  "title": "a"\n  // two // three\n}'],
    ['{"title": "a", /* one */ "x1": 1}', '{"title": "a" /* one */}'],
    ['{"title": "a" /* one */, "x1": 1}', '{"title": "a" /* one */}'],
  ])("leave the comments about others where a last one goes: %j", (body, expected) => {
    expect(fixed(post(body), 'Remove "x1"')).toBe(post(expected));
  });

  it("add a whole part of the request", () => {
    const text = fixed('{"operation": "content.posts.create"}', 'Add "body"');
    expect(diagnose(fileOf(text))).toEqual([]);
  });

  it("rename to what was meant, unless that is there", () => {
    const text = '{"operation":"cloud-v1.servers.create","body":{"regoin":"fra1"}}';
    expect(fixed(text, 'Rename to "region"')).toBe(text.replace("regoin", "region"));
    const begun = '{"opertion":"deploy.projects.list"}';
    expect(fixed(begun, 'Rename to "operation"')).toBe('{"operation":"deploy.projects.list"}');
    const both = '{"operation":"cloud-v1.servers.create","body":{"regoin":"fra1","region":"a"}}';
    expect(titles(both)).toEqual(['Remove "regoin"']);
  });

  it.each([
    ['{"title": "a", "x1": 1, "content": "b"}', '{"title": "a", "content": "b"}'],
    ['{"title": "a", "content": "b", "x1": 1}', '{"title": "a", "content": "b"}'],
    ['{"x1": 1, "title": "a", "content": "b"}', '{"title": "a", "content": "b"}'],
    ['{"title": "a", "content": "b", "x1": 1,}', '{"title": "a", "content": "b", }'],
    ['{\n  "title": "a",\n  "x1": 1,\n  "content": "b"\n}', '{\n  "title": "a",\n  "content": "b"\n}'],
    [
      '{\r\n  "title": "a",\r\n  "content": "b",\r\n  "x1": 1\r\n}',
      '{\r\n  "title": "a",\r\n  "content": "b"\r\n}',
    ],
  ])("remove what is unknown with the right comma from %j", (body, expected) => {
    expect(fixed(post(body), 'Remove "x1"')).toBe(post(expected));
  });

  it("remove a duplicate, the earlier one rather: it does not count", () => {
    const text = '{"operation":"deploy.projects.list","query":{"limit":1,"limit":2}}';
    expect(fixed(text, 'Remove the earlier "limit", which does not count')).toBe(
      text.replace('"limit":1,', ""),
    );
    expect(fixed(text, 'Remove this "limit"')).toBe(text.replace(',"limit":2', ""));
    expect(actions(fileOf(text))[0]?.isPreferred).toBe(true);
  });

  it.each([
    '{"operation":"content.posts.create","body":{"title":"a","title"}}',
    '{"operation":"content.posts.create","body":{"title":"a","title":}}',
    '{"operation":"content.posts.create","body":{"title":"a"},\n"body\n}',
  ])("keep the earlier of two where the later has no value: %s", (text) => {
    expect(titles(text).filter((title) => title.startsWith("Remove the earlier"))).toEqual([]);
  });

  it("prefer no removal in a text that cannot be read", () => {
    const text =
      '{"operation":"cloud-v1.servers.create","body":{"name":"web,"region":"a","plan":"a","image":"b"}}';
    const preferred = actions(fileOf(text)).filter(({ isPreferred }) => isPreferred);
    expect(preferred.map(({ title }) => title).filter((title) => title.startsWith("Remove"))).toEqual([]);
  });
});

describe("quick fixes of values", () => {
  it("take a documented value, the near one first", () => {
    const text = '{"operation":"content.posts.list","query":{"status":"Draft"}}';
    expect(titles(text)).toEqual(['Change to "draft"', 'Change to "published"', 'Change to "archived"']);
    expect(actions(fileOf(text))[0]?.isPreferred).toBe(true);
    expect(fixed(text, 'Change to "draft"')).toBe(text.replace("Draft", "draft"));
  });

  it("take the operation or the event that was meant", () => {
    expect(titles('{"operation":"content.posts.lst"}')).toContain('Change to "content.posts.list"');
    const payload = '{"id":"evt_1","type":"user.creatd","created_at":"2026-01-01T00:00:00Z","data":{}}';
    expect(titles(payload, "a.membership.webhook.json")).toContain('Change to "user.created"');
  });

  it("turn a time with an offset into UTC, and leave one without alone", () => {
    const text = (time: string) =>
      `{"operation":"cloud-v1.databases.scale","body":{"maintenance_window":"${time}"}}`;
    expect(fixed(text("2026-01-01T00:00:00+02:00"), 'Change to "2025-12-31T22:00:00Z"')).toBe(
      text("2025-12-31T22:00:00Z"),
    );
    expect(titles(text("2026-01-01"))).toEqual([]);
  });

  it.each([
    ['"yes"', ["Change to true", "Change to false"], true],
    ['"No"', ["Change to false", "Change to true"], true],
    ['"1"', ["Change to true", "Change to false"], true],
    ["0", ["Change to false", "Change to true"], true],
    ['"true"', ["Change to true", "Change to false"], true],
    ['"later"', ["Change to true", "Change to false"], undefined],
  ])("offer true and false for %s, first what it means", (value, expected, preferred) => {
    const text = post(`{"title": "a", "content": "b", "publish": ${value}}`);
    const offered = actions(fileOf(text));
    expect(offered.map(({ title }) => title)).toEqual(expected);
    expect(offered[0]?.isPreferred || undefined).toBe(preferred);
    expect(fixed(text, "Change to true")).toBe(post('{"title": "a", "content": "b", "publish": true}'));
  });

  it("write a number in quotes as a number", () => {
    const text = '{"operation":"deploy.projects.list","query":{"limit":"20"}}';
    expect(fixed(text, "Change to 20")).toBe(text.replace('"20"', "20"));
    expect(titles('{"operation":"deploy.projects.list","query":{"limit":"many"}}')).toEqual([]);
  });

  it.each([
    ['{"operation":"content.posts.list","query":{"status":1}}', undefined],
    ['{"operation":"deploy.projects.list","query":{"limit":"100000"}}', undefined],
    [post('{"title": 1, "content": "b"}'), true],
  ])("prefer what fits the documents: %s", (text, preferred) => {
    expect(actions(fileOf(text)).map(({ isPreferred }) => isPreferred)).toEqual([preferred]);
  });

  const absent = (value: string) =>
    `{"operation":"content.posts.list","expect":{"body":{"$absent":${value}}}}`;

  it.each(["[false]", '{"a": [1, 2]}', "[]"])("replace a list or an object whole: %s", (written) => {
    expect(fixed(absent(written), "Change to true")).toBe(absent("true"));
  });

  it("leave a list or an object alone that cannot be read", () => {
    expect(titles(absent("[false,,]"))).toEqual([]);
    expect(titles(absent("[false").slice(0, -4))).toEqual([]);
  });

  it("take the variable that was meant", () => {
    const workspace = withVariables({ name: "size", value: "20", environment: "test" });
    const text = '{"operation":"deploy.projects.list","query":{"limit":"{{siez}}"}}';
    expect(fixed(text, "Change to size", undefined, workspace)).toBe(text.replace("siez", "size"));
  });

  it("move a key to the keychain where the client can", () => {
    const text = '{"operation":"social.auth.token","body":{"client_secret":"sk_0123456789abcdef"}}';
    expect(titles(text)).toEqual([]);
    const workspace = workspaceWith({ settings: { commands: [serverCommands.moveKeyToKeychain] } });
    const [action] = actions(fileOf(text, undefined, workspace));
    expect(action?.command?.command).toBe(serverCommands.moveKeyToKeychain);
    expect(JSON.stringify(action)).not.toContain("sk_0123456789abcdef");
  });
});

describe("the API of a webhook file", () => {
  it("is chosen by renaming, where the editor can rename", () => {
    expect(titles('{"hello":1}', "a.webhook.json")).toEqual([]);
    const workspace = workspaceWith({ renamesFiles: true });
    const found = actions(fileOf('{"hello":1}', "a.webhook.json", workspace));
    expect(found.map(({ edit }) => edit?.documentChanges?.[0])).toContainEqual({
      kind: "rename",
      oldUri: "file:///folder/a.webhook.json",
      newUri: "file:///folder/a.membership.webhook.json",
    });
  });
});

describe("fix all", () => {
  const text =
    '{"operation":"content.posts.list","query":{"Status":"Draft","limit":1,"limit":1,"page":1,"page":2,"nothing":1}}';

  it("does what can mean only one thing, and nothing else", () => {
    const file = fileOf(text);
    const [action, ...others] = actions(file, [fixAllKind]);
    expect(others).toEqual([]);
    expect(action?.kind).toBe(fixAllKind);
    expect(after(file, action)).toBe(
      '{"operation":"content.posts.list","query":{"status":"draft","limit":1,"page":1,"page":2,"nothing":1}}',
    );
  });

  it.each([
    '{"operation":"Content.Posts.List","query":{"Status":"DRAFT"}}',
    '{"Operation":"content.posts.list","query":{"status":"Draft","limit":1,"limit":1,"limit":1}}',
    '{"operation":"content.posts.list","query":{"Status":"Draft","Status":"Draft"}}',
  ])("leaves nothing that it would do the next time: %s", (unfixed) => {
    const once = fixedAll(unfixed);
    expect(diagnose(fileOf(once))).toEqual([]);
    expect(actions(fileOf(once), [fixAllKind])).toEqual([]);
  });

  it("replaces whole lines where it looks several times", () => {
    const unfixed =
      '{"operation":"content.posts.list",\r\n"query":{"Status":\r\n"Draft"},\r\n"name":"a"}\r\n';
    const file = fileOf(unfixed);
    const [action] = actions(file, [fixAllKind]);
    const ranges = Object.values(action?.edit?.changes ?? {}).flatMap((edits) =>
      edits.map(({ range }) => range),
    );
    expect(ranges).toEqual([{ start: { line: 1, character: 0 }, end: { line: 3, character: 0 } }]);
    expect(after(file, action)).toBe(unfixed.replace("Status", "status").replace("Draft", "draft"));
  });

  it("renames none of two members that may mean the same", () => {
    const rivals = '{"operation":"content.posts.list","query":{"Status":"draft","STATUS":"archived"}}';
    expect(fixedAll(rivals)).toBe(rivals);
  });

  it.each([
    '{"operation":"content.posts.list","query":{"limit":1 /* few */,"limit":1}}',
    '{"operation":"content.posts.list","query":{"limit":/* few */1,"limit":1}}',
    '{"operation":"content.posts.list","query":{"limit":1, // few\n"limit":1}}',
  ])("keeps comments: %s", (commented) => {
    expect(fixedAll(commented)).toContain("few");
  });

  const duplicates = `{
  "operation": "content.posts.create", // begun
  "body": { "title": "One text", "content": "Another" },
  "body": { "title": "One text", "content": "Another", "slug": "a", "slug": "b", },
  "body": { "title": "One text", "content": "Another", "slug": "a", "slug": "b", },
  "name": "post",
  "expect": { "status": 201 }, "name": "post"
}`;
  const doubled =
    '[{"operation":"cloud-v1.servers.create","body":{"name":"web","region":"a","plan":"s","image":"i","name":"db","plan":"s"}}]';

  it.each([duplicates, doubled])(
    "loses nothing that was written, whichever character is missing: %s",
    (sound) => {
      for (let at = 0; at <= sound.length; at++) {
        const mutated = sound.slice(0, at) + sound.slice(at + 1);
        const left = new Set(stringsIn(fixedAll(mutated)));
        const lost = stringsIn(mutated).filter((written) => !left.has(written));
        expect({ mutated, lost }).toEqual({ mutated, lost: [] });
      }
    },
  );

  it("is given to whoever asks for all sources, and to nobody who does not ask", () => {
    expect(actions(fileOf(text), ["source"]).map(({ kind }) => kind)).toEqual([fixAllKind]);
    expect(actions(fileOf(text)).some(({ kind }) => kind === fixAllKind)).toBe(false);
    expect(actions(fileOf(text), ["refactor"])).toEqual([]);
  });

  it("has nothing to do in a file without faults", () => {
    expect(actions(fileOf('{"operation":"content.posts.list"}'), [fixAllKind])).toEqual([]);
  });
});
