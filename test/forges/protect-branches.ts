import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** From now on pushes to these branches are declined by a hook, as forges do it. */
export async function protectBranches(gitDirectory: string, branches: string[]): Promise<void> {
  const folder = join(gitDirectory, "hooks");
  await mkdir(folder, { recursive: true });
  const hook = join(folder, "update");
  const cases = branches.map(
    (branch) =>
      `refs/heads/${branch}) echo "error: GH006: Protected branch update failed for $1." >&2; exit 1;;`,
  );
  await writeFile(hook, `#!/bin/sh\ncase "$1" in\n${cases.join("\n")}\nesac\n`);
  await chmod(hook, 0o755);
}
