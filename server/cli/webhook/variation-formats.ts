/** How it is written what a handler made of the variations of a delivery. */
import { styleText } from "node:util";
import { plainText } from "../../../shared/plain-text.ts";
import type { Variation, VariationResult } from "../../../shared/webhooks/variations.ts";
import { escaped } from "../formats/junit.ts";

interface VariationFormat {
  begin(file: string, address: string): string;
  result(result: VariationResult): string;
  end(file: string, results: readonly VariationResult[]): string;
  /** In place of all results. @param reason why none could be run */
  unreached(file: string, variations: readonly Variation[], reason: string): string;
}

export const variationFormats: Record<string, (colored: boolean) => VariationFormat> = { pretty, junit };

const marks: Readonly<Record<VariationResult["state"], [mark: string, color: "green" | "red" | "gray"]>> = {
  careful: ["✓", "green"],
  careless: ["✗", "red"],
  skipped: ["-", "gray"],
};

function pretty(colored: boolean): VariationFormat {
  const style = (format: Parameters<typeof styleText>[0], text: string) =>
    colored ? styleText(format, text, { validateStream: false }) : text;
  return {
    begin: (file, address) => `${plainText(`${file} to ${address}`, 300)}\n`,
    result({ variation, state, found }) {
      const [mark, color] = marks[state];
      const expected =
        state === "careless" ? `\n${" ".repeat(22)}A careful handler ${variation.careful}.` : "";
      return `  ${style(color, mark)} ${variation.name.padEnd(18)}${plainText(found, 300)}${expected}\n`;
    },
    end(_, results) {
      const counts = (["careful", "careless", "skipped"] as const).flatMap((state) => {
        const count = results.filter((each) => each.state === state).length;
        return count > 0 ? [`${count} ${state}`] : [];
      });
      return `${results.length} variations: ${counts.join(", ")}.\n`;
    },
    unreached: () => "",
  };
}

/** A test case for each variation, which fails where the handler is careless. */
function junit(): VariationFormat {
  return {
    begin: () => "",
    result: () => "",
    end(file, results) {
      const count = (state: VariationResult["state"]) =>
        results.filter((each) => each.state === state).length;
      const counts = `tests="${results.length}" failures="${count("careless")}" errors="0" skipped="${count("skipped")}"`;
      const cases = results.map(({ variation, answers, state, found }) => {
        const time = answers.reduce((sum, { duration }) => sum + duration, 0) / 1000;
        const inner = {
          careful: "",
          careless: `<failure message="${escaped(`Answered with ${found}`)}">${escaped(`A careful handler ${variation.careful}.`)}</failure>`,
          skipped: `<skipped message="${escaped(found)}"/>`,
        }[state];
        return testCase(file, variation, time, inner);
      });
      return testSuites(file, counts, cases);
    },
    unreached(file, variations, reason) {
      const count = variations.length;
      const inner = `<error message="${escaped(reason)}"/>`;
      const cases = variations.map((variation) => testCase(file, variation, 0, inner));
      return testSuites(file, `tests="${count}" failures="0" errors="${count}" skipped="0"`, cases);
    },
  };
}

/** @param time in seconds @param inner what became of it; empty where it passed */
function testCase(file: string, { name }: Variation, time: number, inner: string): string {
  const open = `    <testcase name="${escaped(name)}" classname="${escaped(file)}" file="${escaped(file)}" time="${time.toFixed(3)}"`;
  return inner === "" ? `${open}/>\n` : `${open}>\n      ${inner}\n    </testcase>\n`;
}

const testSuites = (file: string, counts: string, cases: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="switchboard webhook send" ${counts}>\n  <testsuite name="${escaped(file)}" ${counts}>\n${cases.join("")}  </testsuite>\n</testsuites>\n`;
