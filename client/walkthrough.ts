/** The walkthrough on VS Code's Welcome page, as package.json has it. Its pictures are taken by walkthrough.test.ts. */
import { type CommandName, commandIds } from "./session/command-ids.ts";
import { views } from "./sidebar/contributions.ts";

interface Step {
  id: string;
  title: string;
  description: string;
  /** Says what the picture shows to those who do not see it. */
  picture: string;
  /** Any of them completes the step. */
  completedBy: readonly CommandName[];
  /** And so does this condition, once it holds. */
  holds?: string;
}

/** The context key whose value changes with every run of the command. */
export const doneKey = (name: CommandName) => `switchboard.done.${name}`;

const button = (words: string, command: string) => `\n[${words}](command:${command})`;
const [first] = views;

const steps: readonly Step[] = [
  {
    id: "sandbox",
    title: "Start the sandbox",
    description: `It behaves as the ten APIs are documented to, on this machine alone: no key, no account, no risk.${button("Start Sandbox", commandIds.startSandbox)}`,
    picture: "The sidebar of Switchboard, which offers to start the sandbox.",
    completedBy: ["startSandbox"],
    holds: "switchboard.sandboxRunning",
  },
  {
    id: "browse",
    title: "Browse and open a record",
    description: `Servers, deployments, posts, products, members and courses are lists in the sidebar. A click opens a record; what can be done with it is in its menu.${button("Show Servers", `${first?.id}.focus`)}`,
    picture: "The list of servers in the sidebar, and one of them open beside it as JSON.",
    completedBy: ["openRecord"],
  },
  {
    id: "request",
    title: "Write a request and send it",
    description: `Pick an operation, and a request file is laid out: fields are completed, explained and checked as you type. **Send** above it sends it, and the reply opens beside it.${button("Run Operation…", commandIds.runOperation)}`,
    picture: "A request file with Send above it, and the reply with its status beside it.",
    completedBy: ["send", "sendAll"],
  },
  {
    id: "edit",
    title: "Edit a record",
    description: `The pencil beside a member opens what can be changed. Saving sends only what you changed; where somebody else changed the same field meanwhile, you are asked first.${button("Show Members", `${views.find(({ name }) => name === "Members")?.id}.focus`)}`,
    picture: "The list of members with its pencil, and what can be changed of a member open beside it.",
    completedBy: ["editRecord"],
  },
  {
    id: "account",
    title: "Use your own account",
    description: `Choose the environment, then set the address and the key of each API that you use. Keys are kept in the operating system's keychain, and writes to live are asked about first.${button("Select Environment…", commandIds.selectEnvironment)}${button("Manage Accounts…", commandIds.manageAccounts)}`,
    picture: "The question for an environment: sandbox, test or live.",
    completedBy: ["setKey", "signIn"],
  },
];

export const completing: ReadonlySet<CommandName> = new Set(steps.flatMap(({ completedBy }) => completedBy));

/** Below the folder with the pictures of a theme. */
const pictureOf = (id: string, theme: "dark" | "light") => `media/walkthrough/${id}-${theme}.webp`;

export const walkthroughs = [
  {
    id: "start",
    title: "Get Started with Switchboard",
    description: "From the sandbox to your own account in five steps.",
    steps: steps.map(({ id, title, description, picture, completedBy, holds }) => ({
      id,
      title,
      description,
      media: {
        image: {
          dark: pictureOf(id, "dark"),
          light: pictureOf(id, "light"),
          hc: pictureOf(id, "dark"),
          hcLight: pictureOf(id, "light"),
        },
        altText: picture,
      },
      completionEvents: [
        ...(holds === undefined ? [] : [`onContext:${holds}`]),
        ...completedBy.flatMap((name) => [0, 1].map((turn) => `onContext:${doneKey(name)} == ${turn}`)),
      ],
    })),
  },
];
