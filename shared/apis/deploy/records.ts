import * as z from "zod";
import type { Resource, Row } from "../../api.ts";
import { described, id, open, shown, timestamp } from "../../traits/fields.ts";
import { pick, rows, sampleId, sampleTime } from "../../traits/samples.ts";

export const framework = () => described(open("nextjs", "remix", "astro"), "Auto-detected or set manually.");

export const project = shown(
  {
    id: id("proj_", "projects"),
    name: described(z.string(), "Letters, digits and hyphens."),
    framework: framework(),
    created_at: timestamp(),
    active_deployments: z.int(),
  },
  "id",
);

export const deployment = shown(
  {
    id: id("dep_", "deployments"),
    status: open("ready"),
    branch: z.string(),
    commit_sha: z.string(),
    url: z.string(),
    duration_ms: z.int(),
  },
  "id",
);

const subjects = ["shop", "docs", "blog", "status", "careers", "portal", "campaign"] as const;
const branches = ["main", "main", "develop", "fix-login"] as const;

const projectName = (n: number) => `${pick(subjects, n)}-${pick(["web", "site", "app"], n)}-${n}`;
const deploymentCount = (n: number) => pick([3, 4, 1, 5, 2, 0], n);

const projectRow = (n: number): Row => ({
  id: sampleId("proj_", n),
  name: projectName(n),
  framework: pick(["nextjs", "remix", "astro"], n),
  created_at: sampleTime(n, 53),
  active_deployments: deploymentCount(n),
});

/** Forty hexadecimal digits that depend on `n` alone. */
export const commitSha = (n: number): string =>
  [1, 2, 3, 4, 5]
    .map((part) => (Math.imul(n * 5 + part, 2654435761) >>> 0).toString(16).padStart(8, "0"))
    .join("");

export const deploymentUrl = (project: string, branch: string): string =>
  `https://${branch.replace(/[^A-Za-z0-9]+/g, "-")}-${project}.deploy.example`;

const projects = rows(34, projectRow);

/** `project_id` is for the sandbox to select by; its replies leave it out, for the documents do not show it. */
const deploymentRow = (project: number, n: number): Row => ({
  id: sampleId("dep_", project * 10 + n),
  project_id: sampleId("proj_", project),
  status: "ready",
  branch: pick(branches, n),
  commit_sha: commitSha(project * 10 + n),
  url: deploymentUrl(projectName(project), pick(branches, n)),
  duration_ms: 31_000 + ((project * 7 + n * 13) % 40) * 1_150,
});

export const resources = {
  projects: { title: "Project", prefix: "proj_", record: project, samples: projects },
  deployments: {
    title: "Deployment",
    prefix: "dep_",
    record: deployment,
    notShown: ["status values other than ready", "transitions between states"],
    samples: projects.flatMap((_, index) =>
      rows(deploymentCount(index + 1), (n) => deploymentRow(index + 1, n)),
    ),
  },
} satisfies Record<string, Resource>;
