import { open } from "node:fs/promises";
import { onWindows } from "./on-windows.ts";

/** What was renamed in a folder outlasts a power cut from then on. Windows has no such thing to ask for. */
export async function syncFolder(path: string): Promise<void> {
  if (onWindows) return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
