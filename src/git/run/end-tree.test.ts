import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { endTree, treeOptions } from "./end-tree.ts";

test("what a process has started ends with it, and what has ended already does no harm", async () => {
  const child = spawn("sh", ["-c", "sleep 600 & wait"], { ...treeOptions, stdio: "pipe" });
  // The pipe is open while anybody is left who could write to it.
  const ended = once(child, "close");
  endTree(child.pid, "SIGKILL");
  const [, signal] = await ended;
  expect(signal).toBe("SIGKILL");
  expect(() => endTree(child.pid, "SIGTERM")).not.toThrow();
  expect(() => endTree(undefined, "SIGTERM")).not.toThrow();
});
