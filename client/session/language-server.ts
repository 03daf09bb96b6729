import type { DescribedReply, RequestMethod } from "../../shared/protocol.ts";

/** The language server, as features ask it. */
export interface LanguageServer {
  /** Starts the server when it does not run yet. */
  request<Params extends object, Result>(
    method: RequestMethod<Params, Result>,
    params: Params,
  ): Promise<Result>;
  /** Says what the next text of a reply's document holds; undefined when the document is gone. */
  describeReply(uri: string, replies: readonly DescribedReply[] | undefined): void;
}
