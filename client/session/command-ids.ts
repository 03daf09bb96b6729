/** Every command, by the name that the code uses for it. package.json gives them their titles and places. */
export const commandIds = {
  setKey: "switchboard.setKey",
  showKeySource: "switchboard.showKeySource",
  forgetKey: "switchboard.forgetKey",
  signIn: "switchboard.signIn",
  signOut: "switchboard.signOut",
  moveKeyToKeychain: "switchboard.moveKeyToKeychain",
  setBaseAddress: "switchboard.setBaseAddress",
  selectEnvironment: "switchboard.selectEnvironment",
  allowOrigin: "switchboard.allowOrigin",
  showRateLimits: "switchboard.showRateLimits",
  startSandbox: "switchboard.startSandbox",
  stopSandbox: "switchboard.stopSandbox",
  setSandboxAddress: "switchboard.setSandboxAddress",
  refresh: "switchboard.refresh",
  refreshList: "switchboard.refreshList",
  openRecord: "switchboard.openRecord",
  editRecord: "switchboard.editRecord",
  copyId: "switchboard.copyId",
  copyAsJson: "switchboard.copyAsJson",
  openRelated: "switchboard.openRelated",
  send: "switchboard.send",
  sendAll: "switchboard.sendAll",
  runOperation: "switchboard.runOperation",
  bindRoute: "switchboard.bindRoute",
  unbindRoute: "switchboard.unbindRoute",
  importOpenApi: "switchboard.importOpenApi",
  lookWhetherItHappened: "switchboard.lookWhetherItHappened",
  loadMore: "switchboard.loadMore",
  filterList: "switchboard.filterList",
  changeFilters: "switchboard.changeFilters",
  resetFilters: "switchboard.resetFilters",
  exportList: "switchboard.exportList",
  showDashboard: "switchboard.showDashboard",
} as const;

export type CommandName = keyof typeof commandIds;

/** Those that need a node of a tree, which the palette does not give. */
export const nodeCommands: ReadonlySet<CommandName> = new Set([
  "refreshList",
  "openRecord",
  "editRecord",
  "copyId",
  "copyAsJson",
  "openRelated",
  "loadMore",
  "filterList",
  "changeFilters",
  "resetFilters",
]);

/** What stands before an operation's id in the name of its own command, which package.json has from the descriptions. */
export const operationCommandPrefix = "switchboard.run.";
