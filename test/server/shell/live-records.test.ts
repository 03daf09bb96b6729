import { beforeEach, describe, expect, it } from "vitest";
import { type Connection, ErrorCodes, ResponseError } from "vscode-languageserver";
import { recordsOf } from "../../../server/knowledge/records.ts";
import { Documents } from "../../../server/shell/documents.ts";
import { LiveRecords } from "../../../server/shell/live-records.ts";
import type { ResourceIdsParams, ResourceIdsResult } from "../../../shared/protocol.ts";
import { catalogue } from "../marked.ts";

const users = { api: "membership", resource: "users" };
const answered = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

let now: number;
let sent: ResourceIdsParams[];
let answer: () => Promise<ResourceIdsResult>;
let tellChanged: () => void;
let changes: number;
let documents: Documents;
let records: LiveRecords;

beforeEach(() => {
  now = 0;
  sent = [];
  changes = 0;
  answer = async () => ({ records: [{ id: "usr_1" }], more: false });
  documents = new Documents({ catalogue: () => catalogue, variables: () => [] });
  const connection = {
    sendRequest: (_: string, params: ResourceIdsParams) => {
      sent.push(params);
      return answer();
    },
    onNotification: (_: string, handler: () => void) => {
      tellChanged = handler;
    },
  } as unknown as Connection; // All of it that is called.
  records = new LiveRecords(
    connection,
    documents,
    () => changes++,
    () => now,
  );
});

const known = () => recordsOf(documents.workspace.records, users)?.records.map(({ id }) => id);

describe("records of the client", () => {
  it("are asked for once by looking, and become part of what is known", async () => {
    records.lookAt([users]);
    records.lookAt([users]);
    await answered();
    records.lookAt([users]);
    expect(sent).toEqual([{ ...users, read: false }]);
    expect(known()).toEqual(["usr_1"]);
    expect(changes).toBe(1);
  });

  it("are asked for each time that a person waits, and are no news when they are the same", async () => {
    records.read(users);
    records.read(users);
    await answered();
    const before = documents.workspace;
    records.read(users);
    records.read(undefined);
    await answered();
    expect(sent).toEqual([
      { ...users, read: true },
      { ...users, read: true },
    ]);
    expect(documents.workspace).toBe(before);
    expect(changes).toBe(1);
  });

  it("are forgotten and asked for again when the client tells of others", async () => {
    records.lookAt([users]);
    await answered();
    tellChanged();
    expect(known()).toBeUndefined();
    expect(changes).toBe(2);
    records.lookAt([users]);
    expect(sent).toHaveLength(2);
  });

  it("are asked for again after a failure: by a person at once, by looking after a while", async () => {
    answer = () => Promise.reject(new ResponseError(ErrorCodes.InternalError, "Busy"));
    records.lookAt([users]);
    await answered();
    records.lookAt([users]);
    expect(sent).toHaveLength(1);
    records.read(users);
    await answered();
    expect(sent).toHaveLength(2);
    now = 20_000;
    answer = async () => ({ records: [{ id: "usr_2" }], more: false });
    records.lookAt([users]);
    await answered();
    expect(known()).toEqual(["usr_2"]);
  });

  it("are never asked for again when the client does not know the method", async () => {
    answer = () => Promise.reject(new ResponseError(ErrorCodes.MethodNotFound, "Unhandled"));
    records.lookAt([users]);
    await answered();
    now = 20_000;
    records.read(users);
    records.lookAt([{ api: "membership", resource: "courses" }]);
    expect(sent).toHaveLength(1);
  });
});
