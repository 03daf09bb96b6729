/** Every command, by the name that the code uses for it. package.json gives them their titles and places. */
export const commandIds = {
  setKey: "switchboard.setKey",
  showKeySource: "switchboard.showKeySource",
  forgetKey: "switchboard.forgetKey",
  moveKeyToKeychain: "switchboard.moveKeyToKeychain",
  setBaseAddress: "switchboard.setBaseAddress",
  selectEnvironment: "switchboard.selectEnvironment",
  startSandbox: "switchboard.startSandbox",
  stopSandbox: "switchboard.stopSandbox",
  refresh: "switchboard.refresh",
  refreshList: "switchboard.refreshList",
  openRecord: "switchboard.openRecord",
  lookWhetherItHappened: "switchboard.lookWhetherItHappened",
  loadMore: "switchboard.loadMore",
} as const;

export type CommandName = keyof typeof commandIds;
