import type { Api, Operation } from "../api.ts";

/** Keeps the literal types of a description, so that the typed client knows each operation's schemas. */
export const defineApi = <const A extends Api>(api: A): A => api;
export const defineOperation = <const O extends Operation>(operation: O): O => operation;
