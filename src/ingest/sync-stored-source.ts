import { accessTo, type GitAccess, requireLogin, tokenSetting } from "../git/run/git-access.ts";
import { AppError } from "../lib/app-error.ts";
import type { Log } from "../lib/log.ts";
import {
  findSource,
  markChecked,
  type StoredSource,
  setSourceError,
} from "../store/docs/sources.ts";
import { withLease } from "../store/leases.ts";
import type { GitSourceOptions } from "./sources/git-repo.ts";
import { openSource } from "./sources/open-source.ts";
import type { CheckedSource } from "./sources/source.ts";
import type { SourceLimits } from "./sources/source-limits.ts";
import type { SyncBoard } from "./sync-board.ts";
import type { SyncReport } from "./sync-report.ts";
import { type SyncDeps, type SyncOptions, type SyncProgress, syncSource } from "./sync-source.ts";

export type SyncStoredDeps = SyncDeps & {
  mirrorFolder: string;
  /** What opens private repositories. */
  access: GitAccess;
  /** What one source may hold. */
  limits: SourceLimits;
  board: SyncBoard;
  log: Log;
  /** Told which revision serves now. */
  onSynced?(revisionId: string): void;
};

/** Syncs one source of the store, on one node at a time. What it is doing stands on the board; why it failed, in the source's row. */
export function syncStoredSource(
  deps: SyncStoredDeps,
  sourceId: string,
  options: SyncOptions = {},
): Promise<SyncReport> {
  const lease = { name: `sync ${sourceId}`, signal: options.signal };
  return withLease(deps, lease, () => syncInTurn(deps, sourceId, options));
}

async function syncInTurn(
  deps: SyncStoredDeps,
  sourceId: string,
  { onProgress, ...rest }: SyncOptions,
): Promise<SyncReport> {
  // Read now, not when the sync was asked for: it may have waited while somebody changed or removed the source.
  const stored = await findSource(deps.db, sourceId);
  if (!stored) throw new AppError("not_found", "This source has been removed.");
  await markChecked(deps.db, stored.id, deps.clock.now().toISOString());
  const entry = deps.board.begin(stored.id);
  const update = (progress: SyncProgress) => {
    entry.update(progress);
    onProgress?.(progress);
  };
  try {
    const source = await openStoredSource(deps, stored);
    const report = await syncSource(deps, stored, source, { ...rest, onProgress: update });
    entry.end({ failed: false });
    if (report.unread !== "") deps.log.info({ sourceId: stored.id }, report.unread);
    deps.onSynced?.(report.revisionId);
    return report;
  } catch (error) {
    const isStopped = rest.signal?.aborted === true;
    entry.end({ failed: !isStopped });
    if (!isStopped && !(await findSource(deps.db, stored.id)))
      throw new AppError("not_found", "This source was removed while it was read.", {
        cause: error,
      });
    if (!isStopped) await recordFailure(deps, stored, error);
    throw error;
  }
}

export async function openStoredSource(
  deps: Pick<SyncStoredDeps, "mirrorFolder" | "access" | "limits">,
  stored: StoredSource,
): Promise<CheckedSource> {
  return openSource(stored.kind, await sourceOptions(deps, stored));
}

/** Where a source is, and what opens it. */
export async function sourceOptions(
  deps: Pick<SyncStoredDeps, "mirrorFolder" | "access" | "limits">,
  stored: StoredSource,
): Promise<GitSourceOptions> {
  const { location, branch, subfolder, credential } = stored;
  const own = deps.access.ofSource(stored.id);
  const access = await accessTo(location, credential, own);
  await requireLogin(location, credential, own);
  return {
    location,
    mirrorFolder: deps.mirrorFolder,
    access,
    tokenSetting: tokenSetting(credential),
    limits: deps.limits,
    ...(branch !== "" && { branch }),
    ...(subfolder !== "" && { subfolder }),
  };
}

/** The same error again is no news: it is logged and written once. */
export async function recordFailure(
  deps: Pick<SyncStoredDeps, "db" | "log">,
  stored: StoredSource,
  error: unknown,
): Promise<void> {
  const text =
    error instanceof AppError ? error.message : "The sync failed unexpectedly: see the log.";
  if (text === stored.error) return;
  deps.log.warn({ err: error, sourceId: stored.id }, "a source could not be synced");
  await setSourceError(deps.db, stored.id, text).catch((err) =>
    deps.log.warn({ err, sourceId: stored.id }, "a failed sync could not be recorded"),
  );
}
