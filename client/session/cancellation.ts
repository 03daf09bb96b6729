import type { CancellationToken } from "vscode";

/** Aborts when VS Code's token is cancelled. */
export function signalOf(token: CancellationToken): AbortSignal {
  const abort = new AbortController();
  if (token.isCancellationRequested) abort.abort();
  token.onCancellationRequested(() => abort.abort());
  return abort.signal;
}
