import { createHash } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";

/** Where the server of a data folder takes commands. Who may open the folder may use it, and nobody else. */
export function commandSocket(folder: string): string {
  if (process.platform !== "win32") return join(folder, "server.sock");
  const name = createHash("sha256").update(folder.toLowerCase()).digest("hex").slice(0, 32);
  return `\\\\.\\pipe\\docent-${name}`;
}

/** The first line: a command as it was typed, and what it is shown on. */
export const commandLine = z.object({
  argv: z.array(z.string()).max(100),
  columns: z.number().int().positive().optional(),
  isLive: z.boolean(),
});

/** The lines that come back; the last one has the exit status. */
export const outputLine = z.union([
  z.object({ out: z.string() }),
  z.object({ remark: z.string() }),
  z.object({ redraw: z.string() }),
  z.object({ code: z.number().int() }),
]);

export type OutputLine = z.infer<typeof outputLine>;
