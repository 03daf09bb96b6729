/** The origins that a person has allowed requests to go to. Kept apart from settings and files. Without vscode. */
import type { KeyOwner } from "../../shared/keys/keys.ts";

/** Where they are kept: VS Code's global state of the extension, which no file or workspace can change. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const place = "allowedOrigins";

export class Origins {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  isAllowed(owner: KeyOwner): boolean {
    return this.#names().includes(nameOf(owner));
  }

  async allow(...owners: readonly KeyOwner[]): Promise<void> {
    const names = new Set([...this.#names(), ...owners.map(nameOf)]);
    await this.#memory.update(place, [...names]);
  }

  #names(): unknown[] {
    const kept = this.#memory.get(place);
    return Array.isArray(kept) ? kept : [];
  }
}

const nameOf = ({ environment, api, origin }: KeyOwner) => `${environment} ${api} ${origin}`;
