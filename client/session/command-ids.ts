/** Every command, by the name that the code uses for it. The features that carry them out say what they look like. */
import { serverCommands } from "../../shared/protocol.ts";

export const commandIds = {
  ...serverCommands,
  allowOrigin: "switchboard.allowOrigin",
  changeFilters: "switchboard.changeFilters",
  copyAsJson: "switchboard.copyAsJson",
  copyId: "switchboard.copyId",
  editRecord: "switchboard.editRecord",
  exportList: "switchboard.exportList",
  filterList: "switchboard.filterList",
  forgetKey: "switchboard.forgetKey",
  importOpenApi: "switchboard.importOpenApi",
  loadMore: "switchboard.loadMore",
  lookWhetherItHappened: "switchboard.lookWhetherItHappened",
  openRecord: "switchboard.openRecord",
  openRelated: "switchboard.openRelated",
  openScratchRequest: "switchboard.openScratchRequest",
  refresh: "switchboard.refresh",
  refreshList: "switchboard.refreshList",
  resetFilters: "switchboard.resetFilters",
  runOperation: "switchboard.runOperation",
  selectEnvironment: "switchboard.selectEnvironment",
  sendMerged: "switchboard.sendMerged",
  setKey: "switchboard.setKey",
  setSandboxAddress: "switchboard.setSandboxAddress",
  showDashboard: "switchboard.showDashboard",
  showKeySource: "switchboard.showKeySource",
  showRateLimits: "switchboard.showRateLimits",
  showResponse: "switchboard.showResponse",
  signIn: "switchboard.signIn",
  signOut: "switchboard.signOut",
  startSandbox: "switchboard.startSandbox",
  stopSandbox: "switchboard.stopSandbox",
  unbindRoute: "switchboard.unbindRoute",
} as const;

export type CommandName = keyof typeof commandIds;
