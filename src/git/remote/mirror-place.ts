import { createHash } from "node:crypto";
import { join } from "node:path";

/** The folder in which a node keeps its copy of a remote repository: one for each address, for syncs and jobs alike. */
export function mirrorPlace(mirrorFolder: string, url: string): string {
  const name = createHash("sha256").update(url).digest("hex").slice(0, 32);
  return join(mirrorFolder, `${name}.git`);
}
