import type { Api } from "../api.ts";
import { admin } from "./admin/index.ts";
import { cloudV1 } from "./cloud-v1/index.ts";
import { cloudV2 } from "./cloud-v2/index.ts";
import { content } from "./content/index.ts";
import { creative } from "./creative/index.ts";
import { deploy } from "./deploy/index.ts";
import { learning } from "./learning/index.ts";
import { marketplace } from "./marketplace/index.ts";
import { membership } from "./membership/index.ts";
import { social } from "./social/index.ts";

/** Every API that Switchboard knows, in the order of the documents. */
export const apis: readonly Api[] = [
  cloudV1,
  cloudV2,
  deploy,
  creative,
  content,
  marketplace,
  membership,
  admin,
  learning,
  social,
];
