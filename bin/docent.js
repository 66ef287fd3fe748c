#!/usr/bin/env node
// Plain JavaScript that any Node from 18 on can parse: it only finds a Node that can run the rest.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";
import { endWithNpm } from "./end-with-npm.js";
import { findNode, isSupported } from "./find-node.js";

endWithNpm();
if (isSupported(process.version)) await import("./start.js");
else relaunch();

// relaunched.js never does it again, so this happens at most once whatever the Node found here turns out to be.
function relaunch() {
  const node = findNode([fileURLToPath(import.meta.url), process.argv[1]]);
  if (node === undefined) return refuse();
  const program = fileURLToPath(new URL("./relaunched.js", import.meta.url));
  const stdio = ["inherit", "inherit", "inherit", "ipc"];
  const child = spawn(node, [program, ...process.argv.slice(2)], { stdio });
  const forward = (signal) => child.kill(signal);
  const signals = forwardedSignals();
  for (const signal of signals) process.on(signal, forward);
  child.on("error", refuse);
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal];
    if (signal === null) return;
    for (const name of signals) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}

// A terminal sends Ctrl-C to the child as well; a second copy would read as "stop at once".
function forwardedSignals() {
  if (!process.stdin.isTTY) return ["SIGTERM", "SIGHUP", "SIGINT"];
  process.on("SIGINT", () => undefined);
  return ["SIGTERM", "SIGHUP"];
}

function refuse() {
  console.error(
    `docent needs Node 24.7 or newer and this is ${process.version}: install it without --omit=optional (a clone with "npm ci", without --ignore-scripts too) so that it brings its own, or install Node 24.`,
  );
  process.exitCode = 1;
}
