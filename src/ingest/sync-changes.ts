import { publishRevision } from "../store/docs/revisions.ts";
import type { StoredSource } from "../store/docs/sources.ts";
import type { KnownSources } from "./pages/known-sources.ts";
import { isAsKnown, readChanged } from "./pages/read-changed.ts";
import type { ReadDeps } from "./pages/read-pages.ts";
import type { Source } from "./sources/source.ts";
import type { SyncReport } from "./sync-report.ts";

type Deps = ReadDeps & { known?: KnownSources };
type Input = { stored: StoredSource; source: Source; baseId: string; placedAfter: string };
type Options = { touched?: string[]; signal?: AbortSignal };

/**
 * A sync where nothing but the texts of some pages has changed since the last one: what it costs grows with them alone. Undefined
 * where that is not known to be so, and everything has to be looked at. What it leaves in the store is the same either way.
 */
export async function syncChanges(
  deps: Deps,
  { stored, source, baseId, placedAfter }: Input,
  { touched, signal }: Options,
): Promise<SyncReport | undefined> {
  const known = deps.known?.of(stored);
  if (known === undefined || known.hasLinks || known.siteId === "" || stored.error !== "")
    return undefined;
  if (!(await isAsKnown(deps, { known, stored, baseId }))) return undefined;
  const since = { commit: known.commit, ...(touched && { touched }) };
  const changes = await source.changes?.(since, signal);
  if (changes === undefined) return undefined;
  const input = { stored, known, changes, baseId, placedAfter };
  const read = await readChanged(deps, input, signal);
  if (read === undefined) return undefined;
  const { generator } = known.site;
  const { revisionId } = await publishRevision(deps.db, {
    ...{ projectId: stored.projectId, sourceId: stored.id, generator, problems: stored.problems },
    ...{ commit: changes.commit, siteId: known.siteId, pages: read.after },
    since: { revisionId: baseId, pages: read.before },
    at: deps.clock.now().toISOString(),
  });
  const { bytes } = read;
  deps.known?.remember(stored, { ...known, revisionId, commit: changes.commit, bytes });
  const old = new Map(read.before.map(({ path, blobHash }) => [path, blobHash]));
  const changed = read.after.filter(({ path, blobHash }) => old.get(path) !== blobHash);
  return {
    ...{ revisionId, generator, pages: known.pages, added: [], removed: [] },
    changed: changed.map(({ path }) => path),
    ...{ skipped: [], unread: "", problems: stored.problems },
  };
}
