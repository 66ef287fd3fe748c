import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { mirrorPlace } from "../git/remote/mirror.ts";
import { removeMirror, tidyMirror } from "../git/remote/tidy-mirror.ts";
import { type Actor, operator, requireOperator } from "../lib/actor.ts";
import type { Log } from "../lib/log.ts";
import { listRepositories } from "../store/automations/code-repositories.ts";
import type { Database } from "../store/database.ts";
import { listAllSources, type StoredSource } from "../store/docs/sources.ts";
import { neededBranches } from "../store/jobs/needed-branches.ts";

type Deps = { db: Database; log: Log; mirrorFolder: string };

/** Takes out of this node's mirrors what no source, change, job or automation needs, and removes those of repositories that are gone. */
export async function tidyMirrors(deps: Deps, actor: Actor, signal?: AbortSignal): Promise<void> {
  requireOperator(actor);
  const names = await readdir(deps.mirrorFolder).catch(() => []);
  for (const name of names.filter((one) => one.endsWith(".git"))) {
    if (signal?.aborted) return;
    await tidyOne(deps, join(deps.mirrorFolder, name), signal).catch((err) => {
      deps.log.warn(
        { err, mirror: name },
        "a mirror could not be tidied; the next round tries again",
      );
    });
  }
}

async function tidyOne(deps: Deps, folder: string, signal?: AbortSignal): Promise<void> {
  // Asked for each mirror: a source may have been added since the round began.
  const owners = (await listAllSources(deps.db)).filter(
    ({ kind, location }) => kind === "git" && mirrorPlace(deps.mirrorFolder, location) === folder,
  );
  const watched = (await listRepositories(deps.db)).filter(
    ({ location }) => mirrorPlace(deps.mirrorFolder, location) === folder,
  );
  if (owners.length === 0 && watched.length === 0) {
    if (await removeMirror(folder))
      deps.log.info({ folder }, "the mirror of a removed source is gone");
    return;
  }
  const { branches, isBusy } = await needsOf(deps.db, owners);
  for (const { branch } of watched) branches.add(branch);
  if (!isBusy) await tidyMirror(folder, { branches, ...(signal && { signal }) });
}

async function needsOf(db: Database, owners: StoredSource[]) {
  const branches = new Set(owners.map(({ branch }) => branch));
  let isBusy = false;
  for (const projectId of new Set(owners.map((source) => source.projectId))) {
    const needed = await neededBranches(db, projectId);
    for (const branch of needed.branches) branches.add(branch);
    isBusy ||= needed.isBusy;
  }
  return { branches, isBusy };
}

const roundMs = 6 * 60 * 60_000;

/** Tidies mirrors a few times a day from now on. */
export function sweepMirrors(deps: Deps): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => tidyMirrors(deps, operator, stopping.signal))
      .catch((err) => deps.log.warn({ err }, "mirrors could not be tidied"));
  }, roundMs);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      stopping.abort();
      return running;
    },
  };
}
