/** A request as a program. Keys and secrets come from the environment, so none stands in the text. */
import type { PlainRequest } from "./plain-request.ts";
import { partsOf } from "./variables.ts";

export const languages = {
  javascript: { title: "JavaScript", detail: "fetch, in Node", editor: "javascript" },
  python: { title: "Python", detail: "requests", editor: "python" },
  java: { title: "Java", detail: "java.net.http, from Java 11 on", editor: "java" },
} as const;

export type Language = keyof typeof languages;

export const writeCode = (request: PlainRequest, language: Language): string => writers[language](request);

/**
 * A text as an expression: strings and variables, joined. A string of JSON is one of each of the languages, as long as it
 * holds no `\u`, by which Python means half of a character: JSON writes so what is no whole character, and controls.
 */
function expression(text: string, variable: (name: string) => string, literal = JSON.stringify): string {
  const parts = partsOf(text).map((part) =>
    "variable" in part ? variable(part.variable) : literal(part.text),
  );
  return parts.join(" + ") || '""';
}

const writers: Readonly<Record<Language, (request: PlainRequest) => string>> = {
  javascript({ method, url, headers, body }) {
    const text = (value: string) => expression(value, (name) => `process.env.${name}`);
    return [
      `const response = await fetch(${text(url)}, {`,
      `  method: ${text(method)},`,
      ...(headers.length === 0
        ? []
        : ["  headers: {", ...headers.map(([name, value]) => `    ${text(name)}: ${text(value)},`), "  },"]),
      ...(body === undefined ? [] : [`  body: ${text(body)},`]),
      "});",
      "console.log(response.status, await response.text());",
      "",
    ].join("\n");
  },
  python({ method, url, headers, body }) {
    const text = (value: string) => expression(value, (name) => `os.environ["${name}"]`);
    const all = [url, body ?? "", ...headers.map(([, value]) => value)];
    const usesVariables = all.some((each) => partsOf(each).some((part) => "variable" in part));
    return [
      ...(usesVariables ? ["import os"] : []),
      "import requests",
      "",
      "response = requests.request(",
      `    ${text(method)},`,
      `    ${text(url)},`,
      ...(headers.length === 0
        ? []
        : [
            "    headers={",
            ...headers.map(([name, value]) => `        ${text(name)}: ${text(value)},`),
            "    },",
          ]),
      // Text would be sent as Latin-1.
      ...(body === undefined ? [] : [`    data=(${text(body)}).encode(),`]),
      ")",
      "print(response.status_code, response.text)",
      "",
    ].join("\n");
  },
  java({ method, url, headers, body }) {
    const text = (value: string) => expression(value, (name) => `System.getenv("${name}")`, javaString);
    return [
      "import java.net.URI;",
      "import java.net.http.HttpClient;",
      "import java.net.http.HttpRequest;",
      "import java.net.http.HttpResponse;",
      "",
      "class Request {",
      "    public static void main(String[] args) throws Exception {",
      "        var request = HttpRequest.newBuilder()",
      `            .uri(URI.create(${text(url)}))`,
      ...headers.map(([name, value]) => `            .header(${text(name)}, ${text(value)})`),
      `            .method(${text(method)}, ${body === undefined ? "HttpRequest.BodyPublishers.noBody()" : `HttpRequest.BodyPublishers.ofString(${text(body)})`})`,
      "            .build();",
      "        var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());",
      '        System.out.println(response.statusCode() + " " + response.body());',
      "    }",
      "}",
      "",
    ].join("\n");
  },
};

/**
 * Java reads `\u` before anything else, so that controls need escapes of its own; those of JSON are its own as well. Other
 * letters are escaped, because older versions take the file to be in the system's encoding.
 */
const javaString = (text: string) =>
  JSON.stringify(text)
    .replace(/\\(?:u([\da-f]{4})|.)/g, (escape, code?: string) =>
      code === undefined ? escape : `\\${Number.parseInt(code, 16).toString(8).padStart(3, "0")}`,
    )
    .replace(/[\x7F-\uFFFF]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
