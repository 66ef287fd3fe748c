import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const lookEveryMs = 500;

/**
 * npm and npx run a command in a shell. A signal to them ends the shell alone or, if it is SIGKILL, themselves alone:
 * nobody would be left to end the command. So it ends itself, in order, when either is gone.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_script?.includes("docent")) return;
  const parent = process.ppid;
  const { words, parent: above } = factsOf(parent);
  // A shell that hands its place over is not there: then npm is the parent, and nobody above it matters.
  const npm = /^\S*sh -c /.test(words) ? above : undefined;
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || isParentOf(npm, parent))) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, lookEveryMs);
  timer.unref();
}

/** The words a process was started with, and its parent; nothing is known on Windows, which has no such shell. */
function factsOf(pid) {
  if (process.platform === "linux") return { words: wordsOf(pid), parent: parentOf(pid) };
  const { stdout } = spawnSync("ps", ["-o", "ppid=,args=", "-p", String(pid)], {
    encoding: "utf8",
  });
  const [, parent, words = ""] = /^\s*(\d+)\s+(.*)/.exec(stdout ?? "") ?? [];
  return { words, parent: parent === undefined ? undefined : Number(parent) };
}

/** A process that was killed is still counted while nobody has asked for its end, but it is no parent any more. */
function isParentOf(npm, shell) {
  if (process.platform === "linux") return parentOf(shell) === npm;
  try {
    return process.kill(npm, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

function wordsOf(pid) {
  return read(pid, "cmdline").replaceAll("\0", " ");
}

/** The second word after the name, which stands in brackets and may hold any character. */
function parentOf(pid) {
  const stat = read(pid, "stat");
  const parent = Number(stat.slice(stat.lastIndexOf(")")).split(" ")[2]);
  return Number.isInteger(parent) ? parent : undefined;
}

function read(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}
