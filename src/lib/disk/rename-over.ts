import { rename } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { onWindows } from "./on-windows.ts";

const pausesMs = onWindows ? [20, 50, 100, 200, 400, 800] : [];
const passing = new Set(["EPERM", "EACCES", "EBUSY"]);

/** Renames, over what is there. On Windows whoever has the file open, a virus scanner too, forbids it for a moment. */
export async function renameOver(from: string, to: string): Promise<void> {
  for (const pauseMs of pausesMs) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (!passing.has(codeOf(error))) throw error;
      await sleep(pauseMs);
    }
  }
  await rename(from, to);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
