import { describe, expect, it } from "vitest";
import { linkToNext, nextLink } from "../../../shared/traits/link-header.ts";

describe("the next link of a Link header", () => {
  const table: [what: string, header: string, target: { target?: string } | undefined][] = [
    ["alone", '<https://a/b?c=1>; rel="next"', { target: "https://a/b?c=1" }],
    ["unquoted", "<https://a/b>; rel=next", { target: "https://a/b" }],
    [
      "among others",
      '<https://a/1>; rel="prev", <https://a/3>; rel="next", <https://a/9>; rel="last"',
      { target: "https://a/3" },
    ],
    [
      "with other parameters",
      '<https://a/b>; title="a, b; c"; rel="next"; type=text',
      { target: "https://a/b" },
    ],
    ["one relation of several", '<https://a/b>; rel="start next"', { target: "https://a/b" }],
    ["in capitals", '<https://a/b>; REL="Next"', { target: "https://a/b" }],
    ["with blanks everywhere", ' , <https://a/b> ; rel = "next" ,', { target: "https://a/b" }],
    ["with a comma in the target", '<https://a/b?c=1,2>; rel="next"', { target: "https://a/b?c=1,2" }],
    ["with an escaped quote", '<https://a/b>; title="a\\"; rel=prev"; rel="next"', { target: "https://a/b" }],
    ["with a parameter that has no value", "<https://a/b>; flag; rel=next", { target: "https://a/b" }],
    ["relative", '<?cursor=x>; rel="next"', { target: "?cursor=x" }],
    ["empty", '<>; rel="next"', { target: "" }],
    ["missing", '<https://a/b>; rel="prev"', {}],
    ["missing: the relation only looks like it", '<https://a/b>; rel="nextish"', {}],
    ["missing: no header to speak of", "", {}],
    ["twice", '<https://a/1>; rel="next", <https://a/2>; rel="next"', undefined],
    ["without brackets", 'https://a/b; rel="next"', undefined],
    ["without an end of the target", '<https://a/b; rel="next"', undefined],
    ["without an end of the text", '<https://a/b>; rel="next', undefined],
    ["with an escape at the end", '<https://a/b>; rel="next\\', undefined],
    ["with rubbish behind", '<https://a/b>; rel="next" x', undefined],
    ["longer than 8 KB", `<https://a/${"b".repeat(8192)}>; rel="next"`, undefined],
  ];
  it.for(table)("%s", ([, header, target]) => {
    expect(nextLink(header)).toEqual(target);
  });

  it("is found in one pass, whatever the header", () => {
    for (const part of ["<", ">;", '<a>;rel="', ";;;;", ", ,", '<a>; a="\\"'])
      expect(() => nextLink(part.repeat(8192 / part.length))).not.toThrow();
  });

  it("is read as it was written", () => {
    const target = "https://a/b?cursor=x%2By&limit=5,6";
    expect(nextLink(linkToNext(target))).toEqual({ target });
  });
});
