/** Spares the keychain of those who never sign in. Without vscode. */
import type { Tokens } from "../../shared/oauth/tokens.ts";
import type { Memory } from "./origins.ts";

/** No secret. */
const place = "oauth.everSignedIn";

/** The tokens, whose keychain is not asked for any before the first sign-in ever. */
export function rememberedTokens(tokens: Tokens, memory: Memory): Tokens {
  const mayBeSignedIn = () => memory.get(place) === true;
  return {
    forget: tokens.forget,
    find: async (owner) => (mayBeSignedIn() ? tokens.find(owner) : undefined),
    authorization: async (api, owner) => (mayBeSignedIn() ? tokens.authorization(api, owner) : undefined),
    async keep(owner, token) {
      const kept = await tokens.keep(owner, token);
      await memory.update(place, true);
      return kept;
    },
  };
}
