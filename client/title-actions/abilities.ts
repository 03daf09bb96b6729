/** What can be done with a text that is shown. Without vscode. */
import { canBeEdited, relatedIn } from "../records/capabilities.ts";
import { webAddressesIn } from "../records/web-addresses.ts";
import type { Ability, ShownText } from "../run/shown-text.ts";

const conditions: Readonly<Record<Ability, (text: ShownText) => boolean>> = {
  again: ({ readAgain }) => readAgain !== undefined,
  edit: ({ record }) => record !== undefined && canBeEdited(record.api, record.resource),
  related: ({ record }) =>
    record !== undefined && relatedIn(record.api, record.resource, record.row).length > 0,
  url: ({ record }) => webAddressesIn(record?.row).length > 0,
  curl: ({ request }) => request !== undefined,
  json: ({ json }) => json !== undefined,
};

/** The addresses of the texts with each ability. */
export const abilitiesOf = (
  shown: Iterable<readonly [address: string, ShownText]>,
): [Ability, string[]][] => {
  const texts = [...shown];
  return Object.entries(conditions).map(([ability, holds]) => [
    ability as Ability, // Object.entries forgets that the names are those of abilities.
    texts.flatMap(([address, text]) => (holds(text) ? [address] : [])),
  ]);
};
