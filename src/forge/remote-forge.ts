import { publishCommit } from "../git/remote/publish-commit.ts";
import type { Remote } from "../git/run/git-access.ts";
import { persistently } from "../git/run/retry.ts";
import type { BranchMove } from "../git/write/move-branch.ts";
import { AppError } from "../lib/app-error.ts";
import { listChanges } from "../store/jobs/changes.ts";
import { fetchRepository } from "./edited-repository.ts";
import type { Forge } from "./forge.ts";
import { localForge } from "./local-forge.ts";
import type { LocalPlace } from "./local-place.ts";
import type { PatientLooks } from "./patient-looks.ts";

/** `repository` is the mirror of the remote. */
type RemoteForge = Omit<LocalPlace, "move"> & {
  remote: Remote;
  looks: PatientLooks;
  /** How old what is read may be: a page that shows changes asks for them more than once. */
  maxAgeMs?: number;
};

const fetchTimeoutMs = 60_000;
const recentMs = 5_000;

/**
 * The forge for a remote that has no forge we can talk to: changes are rows of the store, branches and merges those of
 * the remote. It is asked before every answer; a remote that cannot be asked is told as it was last seen, and nothing
 * is merged there.
 */
export function remoteForge(place: RemoteForge): Forge {
  const local = localForge({ ...place, move: (_, move) => pushMove(place, move) });
  const look = (maxAgeMs = 0, branches: string[] = []) =>
    refresh(place, maxAgeMs, branches).catch((error) => {
      // The sync of the source says why, and when the remote is back.
      if (!(error instanceof AppError)) throw error;
    });
  const recently = () => place.looks(place.remote.url, () => look(place.maxAgeMs ?? recentMs));
  return {
    open: async (change) => {
      await look(0, [change.head, change.base]);
      return local.open(change);
    },
    read: behind(recently, local.read),
    look: behind(() => refresh(place), local.look),
    ofBranch: behind(recently, local.ofBranch),
    refresh: async () => {
      // The remote is asked for the next list: this one does not wait for it.
      void recently();
      await local.refresh();
    },
    merge: behind(() => refresh(place), local.merge),
    close: behind(look, local.close),
    markReady: behind(look, local.markReady),
  };
}

function behind<Given extends unknown[], Told>(
  first: () => Promise<void>,
  act: (...given: Given) => Promise<Told>,
): (...given: Given) => Promise<Told> {
  return async (...given) => {
    await first();
    return act(...given);
  };
}

const shownChanges = 100;

/** The branches of the changes that people look at are fetched, whichever node made them. */
async function refresh(place: RemoteForge, maxAgeMs = 0, more: string[] = []): Promise<void> {
  const { repository: path, remote, db, project } = place;
  const changes = (await listChanges(db, project.id)).slice(0, shownChanges);
  const branches = [...new Set([...more, ...changes.flatMap(({ head, base }) => [head, base])])];
  await fetchRepository({ path, remote }, { branches, maxAgeMs, timeoutMs: fetchTimeoutMs });
}

/** The remote's branch moves first, and the mirror's only when it has. */
async function pushMove(place: RemoteForge, { branch, from, to }: BranchMove): Promise<boolean> {
  const { repository, remote } = place;
  try {
    const push = { repository, remote, branch, commit: to, expected: from, base: "" };
    await persistently(() => publishCommit(push));
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "conflict") throw error;
    await refresh(place);
    return false;
  }
}
