import { describe, expect, it } from "vitest";
import { proxyOf } from "../../../client/session/proxy.ts";

const proxy = (settings: Record<string, unknown>, variables: Record<string, string> = {}) =>
  proxyOf((name) => settings[name], variables);

describe("the proxy", () => {
  it("is VS Code's, else the environment's, else none", () => {
    const variables = { HTTPS_PROXY: "http://of-all.example.com:3128" };
    expect(proxy({ proxy: " http://of-code.example.com:8080 " }, variables)?.address).toBe(
      "http://of-code.example.com:8080",
    );
    expect(proxy({ proxy: "" }, variables)?.address).toBe("http://of-all.example.com:3128");
    expect(proxy({}, { https_proxy: "https://small.example.com", ...variables })?.address).toBe(
      "https://small.example.com",
    );
    expect(proxy({ proxy: null })).toBeUndefined();
  });

  it("is none when VS Code is told to use none", () => {
    expect(proxy({ proxy: "http://p.example.com", proxySupport: "off" })).toBeUndefined();
  });

  it("has the exceptions of both", () => {
    const found = proxy(
      { proxy: "http://p.example.com", noProxy: ["a.example", 7] },
      { NO_PROXY: "b.example, c.example" },
    );
    expect(found?.except).toEqual(["a.example", "b.example", "c.example"]);
  });
});
