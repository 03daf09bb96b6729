import { expect, it } from "vitest";
import { deprecationAt } from "../../shared/deprecation.ts";

const api = { deprecated: { version: "v1", note: "Use v2" } };

it.for(["https://api.example.com/v1", "https://api.example.com/v1/", " https://api.example.com/a/v1 "])(
  "is said of %j",
  (address) => {
    expect(deprecationAt(api, address)).toBe("Version v1 is deprecated. Use v2.");
  },
);

it.for(["https://api.example.com/v2", "https://api.example.com/v11", "https://v1", ""])(
  "is not said of %j",
  (address) => {
    expect(deprecationAt(api, address)).toBeUndefined();
    expect(deprecationAt({}, "https://api.example.com/v1")).toBeUndefined();
  },
);
