/** For programs: one object when all is done. */
import type { FileRange } from "../../../shared/protocol.ts";
import type { FileRun, Report } from "./report.ts";

export function json(): Report {
  const files: unknown[] = [];
  return {
    begin: () => "",
    file({ path, row, results, obstacle }: FileRun) {
      files.push({
        file: path,
        ...(row !== undefined && { row }),
        ...(obstacle && { obstacle: { message: obstacle.message, ...placed(obstacle.range) } }),
        requests: results.map(({ findings, duration, ...rest }) => ({
          ...rest,
          duration: Math.round(duration),
          findings: findings.map(({ range, ...finding }) => ({ ...placed(range), ...finding })),
        })),
      });
      return "";
    },
    end: (totals) => `${JSON.stringify({ files, totals }, undefined, 2)}\n`,
  };
}

/** Counted from one. */
const placed = ({ start, end }: FileRange) => ({
  line: start.line + 1,
  column: start.character + 1,
  endLine: end.line + 1,
  endColumn: end.character + 1,
});
