import type { Log } from "../lib/log.ts";
import type { EditedRepository } from "./edited-repository.ts";
import type { Forge } from "./forge.ts";
import { hostedForge } from "./hosted-forge.ts";
import type { PullExtras } from "./hosted-place.ts";
import { localForge } from "./local-forge.ts";
import type { LocalPlace } from "./local-place.ts";
import type { PatientLooks } from "./patient-looks.ts";
import { remoteForge } from "./remote-forge.ts";

export type ForgeParts = Pick<LocalPlace, "db" | "clock" | "publicUrl" | "project" | "settled"> & {
  log: Log;
  looks: PatientLooks;
  extras: PullExtras;
};

const maxAgeMs = 5_000;
const mergeWaitMs = 15_000;

/**
 * The forge for a repository: the local one for a repository on this machine, that of pull requests for a remote whose
 * forge can be asked, and that of branches for any other remote.
 */
export function chooseForge(
  parts: ForgeParts,
  { path: repository, remote, host }: Pick<EditedRepository, "path" | "remote" | "host">,
): Forge {
  const place = { ...parts, repository };
  if (remote === undefined) return localForge(place);
  const branches = remoteForge({ ...place, remote });
  if (host === undefined) return branches;
  return inTime(async () => {
    const found = await host();
    if (!found) return branches;
    return hostedForge({ ...place, remote, host: found, branches, maxAgeMs, mergeWaitMs });
  });
}

/** A forge that is known only once it has been asked for. */
function inTime(choose: () => Promise<Forge>): Forge {
  return {
    open: async (change) => (await choose()).open(change),
    read: async (number) => (await choose()).read(number),
    look: async (number) => (await choose()).look(number),
    ofBranch: async (head) => (await choose()).ofBranch(head),
    refresh: async () => (await choose()).refresh(),
    merge: async (number, headCommit) => (await choose()).merge(number, headCommit),
    close: async (number) => (await choose()).close(number),
    markReady: async (number) => (await choose()).markReady(number),
  };
}
