/** Starting and stopping the local sandbox. */
import { bind, type Feature } from "../session/contributions.ts";
import type { Session } from "../session/session.ts";
import { commands } from "./contributions.ts";
import { SandboxProcess } from "./sandbox-process.ts";

export function register(session: Session): Feature {
  const sandbox = new SandboxProcess(session);
  return {
    commands: bind(commands, {
      startSandbox: () => sandbox.start(),
      stopSandbox: () => sandbox.stop(),
    }),
    dispose: () => sandbox.dispose(),
  };
}
