import { describe, expect, it } from "vitest";
import { proxyOf } from "../../../client/session/proxy.ts";
import { isLoopback } from "../../../shared/http/loopback.ts";
import { goesThrough } from "../../../shared/http/proxy.ts";

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

describe("a request", () => {
  const goes = (address: string, ...except: string[]) =>
    goesThrough({ address: "http://p.example.com", except }, new URL(address));

  it("goes through the proxy unless its host is excepted", () => {
    expect(goes("https://api.example.com/v1")).toBe(true);
    expect(goes("https://api.example.com/v1", "", "example.org", "ple.com")).toBe(true);
    for (const entry of [
      "api.example.com",
      "example.com",
      ".Example.com",
      "*.example.com",
      "example.com:443",
      "*",
    ])
      expect(goes("https://api.example.com/v1", entry), entry).toBe(false);
    expect(goes("https://api.example.com:8443/v1", "example.com:443")).toBe(true);
    expect(goes("https://api.example.com:8443/v1", "example.com:8443")).toBe(false);
  });

  it("to this machine never does", () => {
    for (const host of ["127.0.0.1", "127.8.9.1", "localhost", "[::1]", "0x7f.1"])
      expect(goes(`https://${host}:4080/v1`), host).toBe(false);
    expect(["127.0.0.1.example.com", "localhost.example.com", "10.0.0.1"].some(isLoopback)).toBe(false);
  });
});
