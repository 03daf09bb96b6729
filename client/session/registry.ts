/** All that is loaded only when an API is first needed: the ten descriptions with zod, and the typed client with undici. */
export { operationsOf } from "../../shared/api.ts";
export { apis } from "../../shared/apis/index.ts";
export { createCaller } from "../../shared/client.ts";
export { guessRoute, pathNames } from "../../shared/guess-route.ts";
export { baseAddress } from "../../shared/http/address.ts";
export {
  listCapabilities,
  recordCapabilities,
  relatedOf,
} from "../records/capabilities.ts";
export { knownPath } from "../run/path-values.ts";
export { pickOperation } from "../operations/pick-operation.ts";
export { openEdit } from "../documents/open-edit.ts";
export { openRequest } from "../requests/open-request.ts";
export { sendRequests } from "../requests/send.ts";
export { showReply } from "../requests/show-reply.ts";
export { startOperation } from "../operations/run-operation.ts";
export { findOperation } from "../routes/imported-operations.ts";
export { loopbackRedirect, signIn } from "../../shared/oauth/sign-in.ts";
export { createTransport } from "../../shared/http/transport.ts";
export { listParameters } from "../../shared/derived/list-parameters.ts";
export { readingOf, updatableFields, updateOf } from "../../shared/updates.ts";
export { toJsonSchema } from "../../shared/derived/schemas.ts";
