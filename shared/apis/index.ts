import type { Api } from "../api.ts";
import { cloudV1 } from "./cloud-v1/index.ts";

/** Every API that Switchboard knows, in the order in which people meet them. */
export const apis: readonly Api[] = [cloudV1];
