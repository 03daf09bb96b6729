/**
 * What stands between the person and an API before anything is sent:
 * `untrusted` the workspace; `sandbox-down` the sandbox is not running; `no-address` no base address is set.
 */
export type ObstacleKind = "untrusted" | "sandbox-down" | "no-address";

/** Its message names the remedy. */
export class Obstacle extends Error {
  override readonly name = "Obstacle";
  readonly kind: ObstacleKind;
  constructor(kind: ObstacleKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
