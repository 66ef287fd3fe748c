import { spawn } from "node:child_process";
import { onWindows } from "../../lib/disk/on-windows.ts";

/** How git is started so that `endTree` reaches git-remote-https and ssh too: in a process group of its own, where there are groups. */
export const treeOptions = { detached: !onWindows, windowsHide: true };

/** Asks a process and all that it started to end, or ends them. Windows can only end them, whatever the signal. */
export function endTree(pid: number | undefined, signal: "SIGTERM" | "SIGKILL"): void {
  if (pid === undefined) return;
  try {
    if (onWindows) endByTaskkill(pid);
    else process.kill(-pid, signal);
  } catch (error) {
    // Nobody is left in the group; macOS answers EPERM when only ended processes are.
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code !== "ESRCH" && code !== "EPERM") throw error;
  }
}

function endByTaskkill(pid: number): void {
  const args = ["/pid", String(pid), "/t", "/f"];
  const taskkill = spawn("taskkill", args, { stdio: "ignore", windowsHide: true });
  // It has ended by itself, which is as good.
  taskkill.on("error", () => undefined);
}
