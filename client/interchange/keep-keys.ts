/** Keys and secrets of an imported request: they stand in no file, and the keychain is offered. */
import { baseAddress } from "../../shared/http/address.ts";
import type { MappedRequest } from "../../shared/interchange/to-operation.ts";
import { placeNames } from "../../shared/keys/key-store.ts";
import { environmentPresentation } from "../session/environments.ts";
import type { Session } from "../session/session.ts";
import { showBriefly, showInformation } from "../text/notifications.ts";

export async function offerToKeep(session: Session, requests: readonly MappedRequest[]): Promise<void> {
  // Of several keys for the same place the last is valid still.
  const keys = new Map(
    requests.flatMap((request) => {
      const { key, found } = request;
      const place = `${found.operation.api.slug} ${found.place?.environment} ${found.place?.baseUrl}`;
      return key === undefined ? [] : [[place, { key, request }] as const];
    }),
  );
  for (const { key, request } of keys.values()) void offerKey(session, key, request);
  const secrets = new Map(requests.flatMap(({ secrets }) => secrets.map(({ name, value }) => [name, value])));
  for (const [name, value] of secrets) void offerSecret(session, name, value);
}

async function offerKey(
  session: Session,
  key: string,
  { found: { operation, place } }: MappedRequest,
): Promise<void> {
  const { api } = operation;
  const stays = `The key of ${api.title} stays out of the file.`;
  if (!place) {
    void showInformation(`${stays} It is not kept either, because no base address is that of the request.`);
    return;
  }
  if (place.environment === "sandbox") {
    void showInformation(`${stays} The sandbox brings its own.`);
    return;
  }
  const { origin } = baseAddress(place.baseUrl);
  const owner = { api: api.slug, environment: place.environment, origin };
  const [credential = "key"] = Object.keys(api.auth.credentials);
  const kept = (await session.keys.find(owner))?.credentials[credential];
  if (kept === key) return;
  const { title } = environmentPresentation(place.environment);
  await showInformation(
    `${stays} ${kept === undefined ? "Keep it in the keychain" : "Put it in place of the one that is kept"} for ${origin} (${title}), so that sending adds it?`,
    {
      title: kept === undefined ? "Keep Key" : "Replace Key",
      async apply() {
        const { place: where } = await session.keys.set(owner, { [credential]: key });
        session.changed();
        showBriefly("key", `The key of ${api.title} is in ${placeNames[where]}.`);
      },
    },
  );
}

async function offerSecret(session: Session, name: string, value: string): Promise<void> {
  const kept = (await session.keys.find({ secret: name }))?.credentials.value;
  if (kept === value) return;
  await showInformation(
    `A secret was left out of the request: {{secret:${name}}} stands in its place. ${kept === undefined ? "Keep it in the keychain?" : "Put it in place of the one that is kept?"}`,
    {
      title: kept === undefined ? "Keep Secret" : "Replace Secret",
      async apply() {
        const { place } = await session.keys.set({ secret: name }, { value });
        showBriefly("key", `${name} is in ${placeNames[place]}.`);
      },
    },
  );
}
