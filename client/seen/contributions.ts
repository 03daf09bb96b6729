import { command } from "../session/contributions.ts";

export const commands = {
  showSeen: command({ title: "Show What Replies Have beyond the Documents" }),
};
