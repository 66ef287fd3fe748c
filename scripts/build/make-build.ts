import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buildServer } from "./build-server.ts";

/** A server goes on reading from the build that it began with, so the last ones stay. */
const keptBuilds = 4;

/** Builds the server into a folder beside its other builds. The folder is whole from the moment that it is there. */
export async function makeBuild(root: string, folder: string): Promise<void> {
  const builds = dirname(folder);
  await mkdir(builds, { recursive: true });
  const fresh = await mkdtemp(join(builds, ".build-"));
  try {
    await buildServer({ root, folder: fresh, programs: { docent: "bin/built.js" } });
    // Whoever may read the sources may read what is made of them.
    await chmod(fresh, 0o755);
    await rename(fresh, folder).catch((error) => {
      // Another build of the same sources was quicker.
      if (!existsSync(folder)) throw error;
    });
    await removeOldest(builds);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function removeOldest(builds: string): Promise<void> {
  const names = (await readdir(builds)).filter((name) => name.startsWith("server-"));
  const found = await Promise.all(
    names.map(async (name) => ({ name, madeAt: (await stat(join(builds, name))).mtimeMs })),
  );
  const oldest = found.sort((one, other) => other.madeAt - one.madeAt).slice(keptBuilds);
  for (const { name } of oldest) await rm(join(builds, name), { recursive: true, force: true });
}
