import { describe, expect, it } from "vitest";
import { referredIn, referrersOf } from "../../../client/records/referred-records.ts";
import { apis } from "../../../shared/apis/index.ts";

const membership = apis.find(({ slug }) => slug === "membership");
if (!membership) throw new Error("There is no membership platform.");
const [invoices] = referrersOf(membership, "subscriptions").filter(({ resource }) => resource === "invoices");

describe("records that no list has", () => {
  it("are referred to by the resources whose documented fields hold their identifiers", () => {
    expect(invoices).toEqual({ resource: "invoices", fields: ["subscription_id"] });
    expect(referrersOf(membership, "courses").map(({ resource }) => resource)).not.toContain("courses");
  });

  it("are found in the records on hand, each once", () => {
    const rows = [
      { id: "inv_1", subscription_id: "sub_1", description: "May" },
      { id: "inv_2", subscription_id: "sub_2", description: "June" },
      { id: "inv_3", subscription_id: "sub_1", description: "June" },
      { id: "inv_4", subscription_id: null },
      { id: "inv_5" },
    ];
    const found = invoices && referredIn(rows, invoices);
    expect([...(found ?? [])].map(([id, { description }]) => [id, description])).toEqual([
      ["sub_1", "May"],
      ["sub_2", "June"],
    ]);
  });
});
