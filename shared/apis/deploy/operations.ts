import * as z from "zod";
import type { Row } from "../../api.ts";
import { creating, found, listing } from "../../traits/behaviour.ts";
import { cursor, described, id, limit, maybe, shown, perhapsNull } from "../../traits/fields.ts";
import { cursorPaging, singlePage } from "../../traits/paging.ts";
import { sampleId } from "../../traits/samples.ts";
import { defineOperation } from "../define.ts";
import { commitSha, deployment, deploymentUrl, framework, project } from "./records.ts";

const ofProject = z.strictObject({ id: id("proj_", "projects") });

/** A deployment as the documents show it. */
const asShown = ({ project_id: _project, ...row }: Row): Row => row;

export const operations = {
  projects: {
    list: defineOperation({
      title: "List projects",
      effect: "read",
      method: "GET",
      path: "/projects",
      request: {
        query: z.strictObject({ limit: limit({ max: 100, default: 20 }), cursor: cursor() }),
      },
      reply: shown(
        {
          data: z.array(project),
          meta: shown({
            next_cursor: perhapsNull(described(z.string(), "Cursor of the next page.")),
            has_more: z.boolean(),
          }),
        },
        "data",
      ),
      paging: cursorPaging({ next: "meta.next_cursor", more: "meta.has_more" }),
      resource: "projects",
      notShown: ["status of success"],
      samples: [{ query: { limit: 50 } }, {}],
      sandbox: { handle: listing("projects") },
    }),
    create: defineOperation({
      title: "Create project",
      effect: "write",
      method: "POST",
      path: "/projects",
      request: {
        body: z.strictObject({
          name: described(z.string().regex(/^[A-Za-z0-9-]+$/), "Letters, digits and hyphens."),
          framework: framework().optional(),
          repo_url: described(z.string(), "Git repository, HTTPS or SSH address.").optional(),
        }),
      },
      resource: "projects",
      returns: "the created project",
      notShown: ["response body", "status of success"],
      samples: [
        {
          body: {
            name: "shop-web",
            framework: "nextjs",
            repo_url: "https://git.example.com/acme/shop-web.git",
          },
        },
        { body: { name: "docs", repo_url: "git@git.example.com:acme/docs.git" } },
      ],
      sandbox: {
        handle: creating("projects", "proj_", (row, call) => ({
          id: row.id,
          name: row.name,
          framework: row.framework ?? "nextjs",
          created_at: call.world.now(),
          active_deployments: 0,
        })),
      },
    }),
  },
  deployments: {
    list: defineOperation({
      title: "List deployments",
      description: "Lists the deployments of one project.",
      effect: "read",
      method: "GET",
      path: "/projects/{id}/deployments",
      request: { path: ofProject },
      reply: shown({ data: z.array(deployment) }, "data"),
      paging: singlePage(),
      resource: "deployments",
      notShown: ["status of success", "paging"],
      samples: [{ path: { id: sampleId("proj_", 1) } }],
      sandbox: {
        handle(call) {
          const { id } = found(call, "projects", "id");
          const deployments = call.world.table("deployments").rows();
          return { rows: deployments.filter((row) => row.project_id === id).map(asShown) };
        },
      },
    }),
    create: defineOperation({
      title: "Trigger deployment",
      description: "Triggers a manual deployment or overrides automatic pipeline rules.",
      effect: "write",
      method: "POST",
      path: "/projects/{id}/deployments",
      request: {
        path: ofProject,
        body: z.strictObject({
          branch: maybe(z.string()),
          environment: maybe(z.enum(["preview", "production"])),
        }),
      },
      resource: "deployments",
      affects: ["projects"],
      icon: "rocket",
      returns: "the triggered deployment",
      notShown: ["which fields are required", "response body", "status of success"],
      samples: [
        { path: { id: sampleId("proj_", 1) }, body: { branch: "main", environment: "production" } },
        { path: { id: sampleId("proj_", 2) }, body: { branch: "fix-login", environment: "preview" } },
      ],
      sandbox: {
        handle(call) {
          const project = found(call, "projects", "id");
          const deployments = call.world.table("deployments");
          const branch = String(call.body.branch ?? "main");
          const row = {
            id: call.world.id("dep_"),
            project_id: project.id,
            status: "ready",
            branch,
            commit_sha: commitSha(1000 + deployments.rows().length),
            url: deploymentUrl(String(project.name), branch),
            duration_ms: 42_000,
          };
          deployments.insert(row);
          call.world.table("projects").update(String(project.id), {
            active_deployments: Number(project.active_deployments) + 1,
          });
          return { status: 201, body: asShown(row) };
        },
      },
    }),
  },
} as const;
