"use strict";

// Telemetry is off, so every machine may have the same name.
exports.getDeviceId = () => Promise.resolve("00000000-0000-4000-8000-000000000000");
