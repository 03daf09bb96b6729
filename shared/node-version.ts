/** Ends a program that an older Node runs: it says what it lacks in one line, not where it would fall over. */
export function refuseOldNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 15)) return;
  process.stderr.write(`Switchboard needs Node 22.15 or later; this is Node ${process.versions.node}.\n`);
  process.exit(2);
}
