/**
 * What stands between the person and an API before anything is sent:
 * `untrusted` the workspace; `sandbox-down` the sandbox is not running; `not-a-sandbox` another program answers at its
 * address; `no-address` no base address is set; `new-origin` the person has not allowed requests to the origin of the base address.
 */
export type ObstacleKind = "untrusted" | "sandbox-down" | "not-a-sandbox" | "no-address" | "new-origin";

/** Its message names the remedy. */
export class Obstacle extends Error {
  override readonly name = "Obstacle";
  readonly kind: ObstacleKind;
  /** The origin that the person has not allowed, where the kind is `new-origin`. */
  readonly origin: string | undefined;
  constructor(kind: ObstacleKind, message: string, origin?: string) {
    super(message);
    this.kind = kind;
    this.origin = origin;
  }
}
