"use strict";

const PARENT_GONE = 87;

/** Ends this process soon after the process `parent` has ended, however that happened. */
exports.start = (parent) => {
  const look = () => {
    try {
      process.kill(parent, 0);
    } catch (error) {
      // EPERM would mean that the parent is alive and belongs to somebody else.
      if (error.code === "ESRCH") process.exit(PARENT_GONE);
    }
  };
  setInterval(look, 1000).unref();
};
