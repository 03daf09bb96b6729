import { command } from "../session/contributions.ts";

export const limitsView = "switchboard.limits";

export const commands = {
  showRateLimits: command({ title: "Show Rate Limits" }),
};

export const views = [
  { id: limitsView, name: "Rate Limits", visibility: "collapsed" as const, initialSize: 2 },
];

export const welcomes = [
  {
    view: limitsView,
    contents: "No API has answered yet in this environment. Open a list, and its rate limit shows here.",
  },
];
