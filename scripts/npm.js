#!/usr/bin/env node
// Runs the program of this system's package, which npm installs beside this one.
"use strict";
const { spawnSync } = require("node:child_process");
const system = `${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`@skilllint/${system}/bin/skilllint${process.platform === "win32" ? ".exe" : ""}`);
} catch {
  console.error(`skilllint: the package @skilllint/${system} is not installed: there is none for this system, or npm left optional dependencies out`);
  process.exit(2);
}
const run = spawnSync(program, process.argv.slice(2), { stdio: "inherit", windowsHide: true });
if (run.error) {
  console.error(`skilllint: ${run.error.message}`);
  process.exit(2);
}
if (run.signal) process.kill(process.pid, run.signal);
process.exit(run.status ?? 2);
