/** Sets, reads, replaces and forgets keys as the extension does, in a process whose keychain the test chooses. Prints what it saw. The argument is the patience with the keychain, in milliseconds. */
import { sessionStore } from "../../shared/keys/key-store.ts";
import { keychain } from "../../shared/keys/keychain.ts";
import { createKeys, type KeyOwner, type Refusal } from "../../shared/keys/keys.ts";

export interface Seen {
  setIn: string;
  first: unknown;
  replaced: unknown;
  /** By another instance, as another window or the command line would. */
  foundElsewhere: unknown;
  otherOrigin: unknown;
  afterForgetting: unknown;
  otherOriginAfterForgetting: unknown;
  refusals: Refusal[];
}

const patience = Number(process.argv[2]);
const refusals: Refusal[] = [];
const open = () =>
  createKeys([keychain(undefined, patience), sessionStore()], (refusal) => refusals.push(refusal));
const keys = open();
const owner: KeyOwner = { api: "content", environment: "live", origin: "https://one.example.com" };
const other: KeyOwner = { ...owner, origin: "https://two.example.com" };

const set = await keys.set(owner, { key: "canary-1" });
const first = await keys.find(owner);
await keys.set(owner, { key: "canary-2" });
await keys.set(other, { clientId: "canary-3", clientSecret: "canary-4" });
const seen: Seen = {
  setIn: set.place,
  first,
  replaced: await keys.find(owner),
  foundElsewhere: await open().find(owner),
  otherOrigin: await keys.find(other),
  afterForgetting: await keys.forget(owner).then(() => keys.find(owner)),
  otherOriginAfterForgetting: await keys.find(other),
  refusals: [...set.refusals, ...refusals],
};
await keys.forget(other);
// Exits although a call of the keychain may hang for good.
process.stdout.write(JSON.stringify(seen), () => process.exit());
