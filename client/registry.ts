/** All that is loaded only when an API is first needed: the ten descriptions with zod, and the typed client with undici. */
export { apis } from "../shared/apis/index.ts";
export { createCaller } from "../shared/client.ts";
export { baseAddress } from "../shared/http/address.ts";
export { createTransport } from "../shared/http/transport.ts";
