import * as z from "zod";
import type { Resource, Row } from "../../api.ts";
import { opaqueId, shown } from "../../traits/fields.ts";
import { pick, rows, sampleId, sampleTime } from "../../traits/samples.ts";

/** A filter of the list only; the documents do not show it in the record. */
export const projectStatus = z.enum(["draft", "active", "archived"]);

export const project = shown(
  {
    id: opaqueId("projects"),
    name: z.string(),
    description: z.string(),
    team_ids: z.array(z.uuid()),
  },
  "id",
);

const works = ["Spring campaign", "Product film", "Brand refresh", "Trade fair", "Photo series"] as const;
const member = (n: number) => `6f1c2a50-8d3b-4e17-9a42-${String(n % 9).padStart(12, "0")}`;

const projectRow = (n: number): Row => ({
  id: sampleId("cp_", n),
  name: `${pick(works, n)} ${n}`,
  description: `${pick(["Concept", "Storyboard", "Artwork", "Final cut"], n)} for ${pick(["print", "web", "social media"], n)}`,
  team_ids: [member(n), member(n + 4)],
  status: pick(["active", "active", "draft", "archived"], n),
  created_at: sampleTime(n, 41),
});

export const resources = {
  projects: {
    title: "Creative project",
    record: project,
    notShown: [
      "prefix of the identifier",
      "fields of the record beyond its identifier and the request fields",
      "transitions between states",
    ],
    samples: rows(36, projectRow),
  },
} satisfies Record<string, Resource>;
