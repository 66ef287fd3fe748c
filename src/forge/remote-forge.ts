import { mirror } from "../git/remote/mirror.ts";
import type { Remote } from "../git/remote/remote.ts";
import { explainRefusal } from "../git/run/explain-refusal.ts";
import type { BranchMove } from "../git/write/move-branch.ts";
import { publishCommit } from "../git/write/publish-commit.ts";
import { AppError } from "../lib/app-error.ts";
import type { Forge } from "./forge.ts";
import { type LocalForge, localForge } from "./local-forge.ts";

/** `repository` is the mirror of the remote. */
export type RemoteForge = Omit<LocalForge, "move"> & {
  remote: Remote;
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
  const readAgeMs = place.maxAgeMs ?? recentMs;
  const look = (maxAgeMs = 0) =>
    refresh(place, maxAgeMs).catch((error) => {
      // The sync of the source says why, and when the remote is back.
      if (!(error instanceof AppError)) throw error;
    });
  return {
    open: async (change) => {
      await look();
      return local.open(change);
    },
    read: async (number) => {
      await look(readAgeMs);
      return local.read(number);
    },
    list: async () => {
      await look(readAgeMs);
      return local.list();
    },
    merge: async (number, headCommit) => {
      await refresh(place);
      return local.merge(number, headCommit);
    },
    close: async (number) => {
      await look();
      return local.close(number);
    },
    markReady: async (number) => {
      await look();
      return local.markReady(number);
    },
  };
}

async function refresh({ repository, remote }: RemoteForge, maxAgeMs = 0): Promise<void> {
  const { url, tokenSetting } = remote;
  const access = remote.access();
  const options = { ...access, maxAgeMs, timeoutMs: fetchTimeoutMs };
  await mirror(url, repository, options).catch((error) => {
    throw explainRefusal(error, { location: url, access, tokenSetting });
  });
}

/** The remote's branch moves first, and the mirror's only when it has. */
async function pushMove(place: RemoteForge, { branch, from, to }: BranchMove): Promise<boolean> {
  const { repository, remote } = place;
  try {
    await publishCommit({ repository, remote, branch, commit: to, expected: from, base: "" });
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "conflict") throw error;
    await refresh(place);
    return false;
  }
}
