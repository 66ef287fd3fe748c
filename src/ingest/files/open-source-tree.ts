import { isForeign } from "../../docs/site/find-site.ts";
import { readSiteFiles } from "../../docs/site/read-site-files.ts";
import { isRedirectFile } from "../../docs/tree/other-addresses.ts";
import type { SourceTree } from "../../docs/tree/source-tree.ts";
import { listTree } from "../../git/read/list-tree.ts";
import { readBlobs } from "../../git/read/read-blobs.ts";
import type { GitAccess } from "../../git/run/git-access.ts";
import { cleanPath } from "../../lib/repository-path.ts";
import type { StoredSource } from "../../store/docs/sources.ts";
import { decodeText } from "../pages/decode-text.ts";
import type { PageReader } from "../pages/page-reader.ts";
import { asGitSource } from "../ref-reader.ts";
import { maxBytesOf } from "../sources/file-kinds.ts";
import { listEverything } from "../sources/folder.ts";
import { readJailedFile } from "../sources/jailed-file.ts";
import { openRef } from "../sources/open-ref.ts";
import { type SourceLimits, tooManyFiles } from "../sources/source-limits.ts";
import { sourceOptions } from "../sync-stored-source.ts";

export type SourceTreeDeps = {
  mirrorFolder: string;
  access: GitAccess;
  limits: SourceLimits;
  reader: Pick<PageReader, "examine">;
};

export type WantedTree = {
  source: StoredSource;
  /** The commit that is shown; "" for a folder as it is now. */
  commit: string;
  /** A branch or commit is shown, also of a source that is read from a work tree. */
  isRef: boolean;
};

/** All that a source holds where a page of it is shown, hidden files apart; undefined where that state is not at hand. */
export async function openSourceTree(
  deps: SourceTreeDeps,
  wanted: WantedTree,
  signal: AbortSignal,
): Promise<SourceTree | undefined> {
  const { source, commit, isRef } = wanted;
  const own = isRef ? await asGitSource(source) : source;
  if (own === undefined || (own.kind === "git" && commit === "")) return undefined;
  const files =
    own.kind === "git"
      ? await commitFiles(deps, own, { commit, signal })
      : await folderFiles(deps, own, signal);
  return files && withSettings(deps, cleanPath(own.subfolder), files);
}

type Files = Pick<SourceTree, "paths" | "read">;

async function commitFiles(
  deps: SourceTreeDeps,
  source: StoredSource,
  { commit, signal }: { commit: string; signal: AbortSignal },
): Promise<Files | undefined> {
  const opened = await openRef(await sourceOptions(deps, source), commit, signal);
  if (opened === undefined) return undefined;
  const { limits } = deps;
  const listed = await listTree(opened.repository, opened.commit, {
    signal,
    limits: { files: limits.sourceFiles, tooMany: () => tooManyFiles(limits) },
  });
  const files = new Map(
    listed.filter(({ path }) => !isForeign(path)).map((file) => [file.path, file]),
  );
  return {
    paths: new Set(files.keys()),
    async read(path, maxBytes) {
      const file = files.get(path);
      if (file === undefined || file.size > maxBytes) return undefined;
      for await (const { content } of readBlobs(opened.repository, [file.blobId], { maxBytes }))
        return content;
      return undefined;
    },
  };
}

async function folderFiles(
  { limits }: SourceTreeDeps,
  { location }: StoredSource,
  signal: AbortSignal,
): Promise<Files> {
  const isWanted = (path: string) => !isForeign(path);
  const listed = await listEverything({ root: location, limits }, isWanted, signal);
  const { jail } = listed;
  const paths = new Set(listed.paths);
  return {
    paths,
    read: async (path, maxBytes) =>
      paths.has(path) ? readJailedFile(jail, path, maxBytes) : undefined,
  };
}

async function withSettings(
  { reader }: SourceTreeDeps,
  docsFolder: string,
  { paths, read }: Files,
): Promise<SourceTree> {
  async function* readEach(wanted: string[]) {
    for (const path of wanted.filter((one) => paths.has(one))) {
      const bytes = await read(path, maxBytesOf(path));
      const content = bytes && decodeText(bytes);
      if (content !== undefined) yield { path, content };
    }
  }
  const siteFiles = await readSiteFiles(paths, readEach, (some) => reader.examine(some));
  const redirectFiles = new Map<string, string>();
  for await (const { path, content } of readEach([...paths].filter(isRedirectFile).slice(0, 100)))
    redirectFiles.set(path, content);
  return { docsFolder, paths, siteFiles, redirectFiles, read };
}
