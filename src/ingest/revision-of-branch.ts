import type { GitAccess } from "../git/run/git-access.ts";
import type { Project } from "../store/docs/projects.ts";
import { deleteBranchRevision, insertBranchRevision } from "../store/docs/revisions.ts";
import { branchSource } from "./branch-source.ts";
import { contentIds } from "./pages/content-id.ts";
import { openSite } from "./pages/open-site.ts";
import { pageFiles } from "./pages/page-files.ts";
import { pageReader } from "./pages/page-reader.ts";
import { placePages } from "./pages/place-pages.ts";
import { storePages } from "./pages/store-pages.ts";
import type { SyncDeps } from "./sync-source.ts";
import { openStoredSource } from "./sync-stored-source.ts";

type Deps = SyncDeps & { mirrorFolder: string; access: GitAccess };
type Input = { project: Project; branch: string; signal: AbortSignal };

export type BranchRead = { revisionId: string; commit: string; drop(): Promise<void> };

/** The project's docs as they would be with another branch of its git source. What readers are answered from stays as it is. */
export async function revisionOfBranch(deps: Deps, input: Input): Promise<BranchRead> {
  const { project, branch, signal } = input;
  const stored = await branchSource(deps.db, project, branch);
  const snapshot = await openStoredSource(deps, stored).snapshot(signal);
  const site = await openSite(snapshot);
  const ids = contentIds([...snapshot.files, ...snapshot.support], site.slugStyle);
  const read = await storePages(
    { ...deps, reader: deps.reader ?? pageReader(deps.embedder) },
    { stored, snapshot, site, ids, files: pageFiles(snapshot, site) },
    { signal, onProgress: () => undefined },
  );
  const pages = await placePages(deps.db, { stored, site, unchanged: [], read: read.pages });
  const revisionId = await insertBranchRevision(deps.db, {
    projectId: project.id,
    sourceId: stored.id,
    commit: snapshot.commit,
    pages,
    currentRevisionId: project.currentRevisionId,
    at: deps.clock.now().toISOString(),
  });
  return {
    revisionId,
    commit: snapshot.commit,
    drop: () => deleteBranchRevision(deps.db, revisionId),
  };
}
