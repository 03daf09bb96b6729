import { command } from "../session/contributions.ts";

export const commands = {
  showDashboard: command<[operation?: string]>({
    title: "Show Dashboard…",
    menus: [
      {
        menu: "view/title",
        group: "3_run@2",
        when: "view =~ /^switchboard\\.(deployments|members|courses)$/",
      },
    ],
  }),
};
