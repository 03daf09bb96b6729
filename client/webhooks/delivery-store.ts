/** Deliveries on disk. Without vscode. */
import { type Bounds, EntryFiles } from "../session/entry-files.ts";
import { type Head, headOf } from "./delivery-head.ts";
import { type KeptDelivery, parseDelivery } from "./kept-delivery.ts";

export type DeliveryStore = EntryFiles<KeptDelivery, Head>;

export const deliveryStore = (
  folder: string,
  warn: (message: string) => void,
  bounds: Bounds = { entries: 10_000, bytes: 128 * 1024 * 1024 },
): DeliveryStore =>
  new EntryFiles(
    { store: "the webhooks", parse: parseDelivery, headOf, timeOf: ({ at }) => at, bounds },
    folder,
    warn,
  );
