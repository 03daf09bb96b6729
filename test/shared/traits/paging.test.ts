import { describe, expect, it } from "vitest";
import { operationsOf, type Query, type Row } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import { linkPaging } from "../../../shared/traits/paging.ts";

describe("a next link", () => {
  const follow = (link: string, base = "https://api.example.com/v2") =>
    linkPaging().read({ status: 200, headers: { link }, body: [{ id: "a" }] }, { limit: 5 }, new URL(base));

  it.for([
    '<https://api.example.com/v2/instances?limit=5&cursor=x%2By>; rel="next"',
    '</v2/instances?cursor=x%2By&limit=5>; rel="next"',
    '<instances?cursor=x%2By>; rel="next"',
    '<?cursor=x%2By>; rel="next"',
  ])("gives the query of the next page: %s", (link) => {
    expect(follow(link).next).toMatchObject({ cursor: "x+y" });
    expect(String(follow(link).next?.limit)).toBe("5");
  });

  it("is followed below a base address without a path as well", () => {
    expect(
      follow('<https://api.example.com/instances?cursor=x>; rel="next"', "https://api.example.com").next,
    ).toEqual({ limit: 5, cursor: "x" });
  });

  it.for([
    '<https://evil.example/v2/instances?cursor=x>; rel="next"',
    '<http://api.example.com/v2/instances?cursor=x>; rel="next"',
    '<https://api.example.com:8443/v2/instances?cursor=x>; rel="next"',
    '<//evil.example/v2/instances?cursor=x>; rel="next"',
    '<https://api.example.com/v1/instances?cursor=x>; rel="next"',
    '<https://api.example.com/v2evil/instances?cursor=x>; rel="next"',
    '<https://api.example.com/v2/../admin?cursor=x>; rel="next"',
    '<../admin?cursor=x>; rel="next"',
    '<https://user:pass@evil.example/v2/x?cursor=x>; rel="next"',
    '<javascript:alert(1)>; rel="next"',
    '<https://[>; rel="next"',
  ])("that leads elsewhere is not followed: %s", (link) => {
    const page = follow(link);
    expect(page).toMatchObject({ rows: [{ id: "a" }], incomplete: expect.stringContaining("leads away") });
    expect(page.next).toBeUndefined();
  });

  it("that cannot be read leaves the list incomplete", () => {
    expect(follow("next: 2").incomplete).toContain("cannot be read");
  });
});

describe("what the sandbox writes, the client reads:", () => {
  const lists = operationsOf(apis).flatMap(({ id, paging }) => (paging ? [[id, paging] as const] : []));
  const rows = Array.from({ length: 23 }, (_, number): Row => ({ id: `r_${number}` }));
  const address = new URL("https://api.example.com/v1/things?limit=5");

  it.for(lists.filter(([, paging]) => paging.style !== "single"))("%s in pages of five", ([, paging]) => {
    const read: unknown[] = [];
    let query: Query | undefined = { limit: 5 };
    let pages = 0;
    while (query && pages < 9) {
      const { body, headers } = paging.write(rows, query, address);
      // Over the wire and back.
      const page = paging.read(
        { status: 200, headers, body: JSON.parse(JSON.stringify(body)) },
        query,
        new URL("https://api.example.com/v1"),
      );
      expect(page.incomplete).toBeUndefined();
      read.push(...page.rows);
      query = page.next;
      pages++;
    }
    expect(read).toEqual(rows);
    expect(pages).toBe(5);
  });

  it.for(lists)("%s without records", ([, paging]) => {
    const { body, headers } = paging.write([], {}, address);
    expect(paging.read({ status: 200, headers, body }, {}, address)).toEqual({ rows: [] });
  });

  it.for(lists)("%s from odd places", ([, paging]) => {
    for (const query of [
      { cursor: "%%%" },
      { cursor: "cG9zaXRpb246OTk5" },
      { page: 0 },
      { page: -3 },
      { page: 1e9 },
      { offset: -1 },
      { offset: 1e9 },
      { limit: 0 },
      { limit: "many" },
    ]) {
      const { body, headers } = paging.write(rows, query, address);
      expect(
        paging.read({ status: 200, headers, body }, query, new URL("https://api.example.com/v1")).rows.length,
      ).toBeLessThanOrEqual(rows.length);
    }
  });
});

describe("the documented envelope is written by", () => {
  const rows = Array.from({ length: 5 }, (_, number): Row => ({ id: `r_${number}` }));
  const write = (id: string, query: Query) =>
    operationsOf(apis)
      .find((each) => each.id === id)
      ?.paging?.write(rows, query, new URL("https://api.example.com/v1/x?limit=2"));

  const envelopes: [id: string, query: Query, body: object][] = [
    [
      "cloud-v1.servers.list",
      { limit: 2 },
      {
        meta: {
          total: 5,
          next_page: expect.stringContaining("cursor="),
          next_cursor: expect.any(String),
          prev_cursor: null,
        },
      },
    ],
    ["deploy.projects.list", { limit: 2 }, { meta: { next_cursor: expect.any(String), has_more: true } }],
    [
      "content.posts.list",
      { limit: 2, page: 2 },
      { meta: { current_page: 2, total_pages: 3, total_items: 5 } },
    ],
    ["marketplace.products.list", { limit: 2 }, { meta: { total: 5, page: 1, limit: 2 } }],
    ["membership.users.list", { limit: 2 }, { has_more: true, next_cursor: expect.any(String) }],
    ["membership.courses.list", {}, { has_more: false }],
    ["admin.users.list", { limit: 2 }, { meta: { current_page: 1, per_page: 2, total: 5, total_pages: 3 } }],
    ["learning.courses.list", { limit: 2 }, { meta: { total: 5, page: 1, limit: 2 } }],
    [
      "social.users.list",
      { limit: 2 },
      { success: true, pagination: { next_cursor: expect.any(String), has_more: true } },
    ],
  ];
  it.for(envelopes)("%s", ([id, query, body]) => {
    expect(write(id, query)?.body).toEqual({ data: expect.any(Array), ...body });
  });

  it("cloud-v2 in the Link header", () => {
    expect(write("cloud-v2.instances.list", { limit: 2 })?.headers.link).toMatch(
      /^<https:\/\/api\.example\.com\/v1\/x\?limit=2&cursor=[^>]+>; rel="next"$/,
    );
    expect(write("cloud-v2.instances.list", { limit: 9 })?.headers).toEqual({});
  });
});
