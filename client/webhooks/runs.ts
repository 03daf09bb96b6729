/** Tasks and debug sessions that listen and forward, as tasks.json and launch.json name them. */
import * as vscode from "vscode";
import { beginRun, type Run, type RunHost, runType } from "./receiver-run.ts";

export function registerRuns(host: RunHost): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.tasks.registerTaskProvider(runType, {
      provideTasks: () => [taskOf({ type: runType }, vscode.TaskScope.Workspace, host)],
      resolveTask: (task) => taskOf(task.definition, task.scope ?? vscode.TaskScope.Workspace, host),
    }),
    vscode.debug.registerDebugConfigurationProvider(runType, {
      // Without launch.json there is nothing but a begun configuration.
      resolveDebugConfiguration: (_, configuration) => ({
        ...configuration,
        type: runType,
        name: configuration.name || "Webhooks",
        request: "launch",
      }),
    }),
    vscode.debug.registerDebugAdapterDescriptorFactory(runType, {
      async createDebugAdapterDescriptor() {
        const { DebugAdapter } = await import("./debug-adapter.ts");
        const sent = new vscode.EventEmitter<vscode.DebugProtocolMessage>();
        const adapter = new DebugAdapter({
          begin: (forward, said) => beginRun(host, forward, said),
          send: (message) => sent.fire(message),
        });
        return new vscode.DebugAdapterInlineImplementation({
          onDidSendMessage: sent.event,
          handleMessage: (message) => void adapter.handle(message),
          dispose() {
            void adapter.stop();
            sent.dispose();
          },
        });
      },
    }),
  );
}

function taskOf(
  definition: vscode.TaskDefinition,
  scope: vscode.WorkspaceFolder | vscode.TaskScope,
  host: RunHost,
): vscode.Task {
  const task = new vscode.Task(
    definition,
    scope,
    definition["forward"] === undefined ? "listen" : "listen and forward",
    "switchboard",
    new vscode.CustomExecution(async () => terminalOf(definition["forward"], host)),
    `$${runType}`,
  );
  task.isBackground = true;
  task.detail = "Receives webhooks on this machine, and passes them on to a handler.";
  return task;
}

function terminalOf(forward: unknown, host: RunHost): vscode.Pseudoterminal {
  const wrote = new vscode.EventEmitter<string>();
  const closed = new vscode.EventEmitter<number>();
  const print = (line: string) => wrote.fire(`${line}\r\n`);
  let run: Promise<Run> | undefined;
  return {
    onDidWrite: wrote.event,
    onDidClose: closed.event,
    open() {
      print("Starting to listen for webhooks");
      run = beginRun(host, forward, { print, ended: () => closed.fire(1) });
      run.catch((error: unknown) => {
        print(error instanceof Error ? error.message : String(error));
        closed.fire(1);
      });
    },
    close() {
      void run?.then((begun) => begun.stop()).catch(() => {}); // It has been told already.
    },
  };
}
