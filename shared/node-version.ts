/** To be imported first by a program: an older Node says what it lacks in one line, not where it fell over. */
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 15)) {
  process.stderr.write(`Switchboard needs Node 22.15 or later; this is Node ${process.versions.node}.\n`);
  process.exit(2);
}
