import { createHash } from "node:crypto";
import type { ImageSize } from "../../docs/render/image-size.ts";
import type { SourceTree } from "../../docs/tree/source-tree.ts";
import { createWeightedCache } from "../../lib/weighted-cache.ts";
import type { Database } from "../../store/database.ts";
import { commitOfRevision, sourcePages } from "../../store/docs/revision-pages.ts";
import { findSource, type StoredSource, servedFrom } from "../../store/docs/sources.ts";
import type { ProjectDocs } from "../open-docs.ts";
import type { DocsParts } from "./view-request.ts";

type WantedTree = { source: StoredSource; commit: string; isRef: boolean };

/** Opens all files of a source as a commit has them, or as they are now; undefined where that is not at hand. */
export type OpenSourceTree = (
  wanted: WantedTree,
  signal: AbortSignal,
) => Promise<SourceTree | undefined>;

/** The docs that pages belong to, each read once for a state of their source. */
export type PageDocs = {
  of(project: ProjectDocs, sourceId: string): Promise<DocsInState>;
  /** Sizes of images that were shown, by the id of their docs and their path. */
  sizes: ImageSizes;
};

export type DocsInState = {
  /** Differs between revisions, and between commits of one: a commit may change an image and no page. */
  id: string;
  /** Differs with what pages are shown by: which files there are, and what the site's own say. */
  modelId: string;
  /** Undefined where the files of the source are not at hand. */
  open(): Promise<OpenedDocs | undefined>;
};

export type ImageSizes = {
  get(id: string, path: string): ImageSize | undefined;
  set(id: string, path: string, size: ImageSize): void;
};

export type OpenedDocs = { parts: DocsParts; read: SourceTree["read"] };

/** Paths of all kept docs together. */
const keptPaths = 400_000;
const keptSizes = 10_000;
const openMs = 20_000;
const keptModels = 10_000;
/** Docs that were not at hand are looked for again after so long: looking may keep a reader waiting. */
const usualAgainMs = 300_000;

type Deps = { db: Database; openSourceTree: OpenSourceTree; againMs?: number };

export function createPageDocs(deps: Deps): PageDocs {
  const { againMs = usualAgainMs } = deps;
  const kept = createWeightedCache<Promise<OpenedDocs | undefined>>(keptPaths);
  const models = createWeightedCache<string>(keptModels);
  const sizes = createWeightedCache<ImageSize>(keptSizes);
  const forget = (id: string) => {
    kept.delete(id);
    models.delete(id);
  };
  const openOnce = (state: State) => {
    const { id } = state;
    const known = kept.get(id);
    if (known !== undefined) return known;
    const opened = openDocsOf(deps, state);
    kept.set(id, opened, 1);
    opened.then(
      (docs) => {
        models.set(id, docs?.parts.id ?? id, 1);
        if (docs !== undefined) kept.set(id, opened, docs.parts.paths.size + 1);
        else setTimeout(forget, againMs, id).unref();
      },
      () => forget(id),
    );
    return opened;
  };
  return {
    sizes: {
      get: (id, path) => sizes.get(`${id} ${path}`),
      set: (id, path, size) => sizes.set(`${id} ${path}`, size, 1),
    },
    async of(project, sourceId) {
      const state = await stateOf(deps.db, project, sourceId);
      const open = () => openOnce(state);
      const modelId = models.get(state.id) ?? (await open())?.parts.id ?? state.id;
      return { id: state.id, modelId, open };
    },
  };
}

type State = { id: string; revision: string | null; wanted: WantedTree | undefined };

/** A folder has no commit that says all: it is as its last sync found it. */
async function stateOf(db: Database, project: ProjectDocs, sourceId: string): Promise<State> {
  const revision = project.currentRevisionId;
  const source = await findSource(db, sourceId);
  if (revision === null || source === undefined)
    return { id: `${revision} ${sourceId}`, revision, wanted: undefined };
  const own = await commitOfRevision(db, revision, sourceId);
  const isRef = project.ref !== undefined && own !== "";
  // Beside a branch of one source the others are as readers see them.
  const commit = own || ((await servedFrom(db, source))?.commit ?? "");
  const version = source.kind === "git" || isRef ? commit : source.syncedAt;
  const wanted = { source, commit, isRef };
  return { id: `${revision} ${sourceId} ${version}`, revision, wanted };
}

async function openDocsOf(
  { db, openSourceTree }: Deps,
  { revision, wanted }: State,
): Promise<OpenedDocs | undefined> {
  if (revision === null || wanted === undefined) return undefined;
  const tree = await openSourceTree(wanted, AbortSignal.timeout(openMs)).catch(() => undefined);
  if (tree === undefined) return undefined;
  const { read, ...parts } = tree;
  const pages = await sourcePages(db, revision, wanted.source.id);
  const id = `${revision} ${wanted.source.id} ${modelOf(parts)}`;
  return { parts: { id, pages, ...parts }, read };
}

/** Most commits change texts and images alone: then pages that were shown before need not be made anew. */
function modelOf({ docsFolder, paths, siteFiles, redirectFiles }: Omit<SourceTree, "read">) {
  const hash = createHash("sha256").update([docsFolder, ...paths].join("\n"));
  return hash.update(JSON.stringify([[...siteFiles], [...redirectFiles]])).digest("base64url");
}
