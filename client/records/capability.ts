import type { NamedOperation } from "../../shared/api.ts";

/** The word of a node's context value that says that the operation can be carried out on it. */
export const capability = ({ id }: Pick<NamedOperation, "id">): string => `can:${id}`;
