import type { Site } from "../../docs/site/site.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Database } from "../../store/database.ts";
import { type Blob, existingBlobs, insertBlobs } from "../../store/docs/blobs.ts";
import type { RevisionPage } from "../../store/docs/revision-pages.ts";
import type { StoredSource } from "../../store/docs/sources.ts";
import type { PageText } from "../formats/format.ts";
import { createIncluder } from "../includes/gather-includes.ts";
import type { SkippedFile, SourceFile, SourceSnapshot } from "../sources/source.ts";
import { type SourceLimits, tooManyPages } from "../sources/source-limits.ts";
import type { PageReader } from "./page-reader.ts";
import { type ContentIds, identifyPage, type ReadPage } from "./parse-blob.ts";
import { decodeText, type FileKind, kindOfFile } from "./read-file.ts";

/** A page whose text is in the store; its place on the site is still to be found. */
export type StoredPageText = Omit<RevisionPage, "place">;

type Deps = { db: Database; clock: Clock; reader: PageReader };
type Input = {
  stored: StoredSource;
  snapshot: SourceSnapshot;
  site: Site;
  ids: ContentIds;
  files: SourceFile[];
  limits: SourceLimits;
  /** How many pages of the source stay as they are. */
  unchanged: number;
};
type Options = { onProgress(done: number): void; signal?: AbortSignal };
type Stored = { pages: StoredPageText[]; skipped: SkippedFile[] };
type FilePages = { pages: PageText[]; includes: string[]; reason?: string };

const batchSize = 50;

/** Reads files and stores what the store does not have, batch by batch: while one is written the next is read. */
export async function storePages(deps: Deps, input: Input, options: Options): Promise<Stored> {
  const { snapshot, stored, site, ids } = input;
  const result: Stored = { pages: [], skipped: [] };
  const include = createIncluder(snapshot);
  const taken = new Set<string>();
  let batch: ReadPage[] = [];
  let writing: Promise<void> = Promise.resolve();
  let done = 0;
  const flush = async () => {
    const blobs = await parseUnknown(deps, stored.projectId, batch);
    batch = [];
    await writing;
    writing = insertBlobs(deps.db, stored.projectId, blobs, deps.clock.now().toISOString());
    // Awaited below; a fault in between must not count as one that nobody looks at.
    writing.catch(() => undefined);
    options.onProgress(done);
  };
  for await (const { file, content } of snapshot.read(input.files)) {
    options.signal?.throwIfAborted();
    const read = await readFile({ reader: deps.reader, site, include }, file, content);
    if (read.reason !== undefined) result.skipped.push({ path: file.path, reason: read.reason });
    for (const text of read.pages) {
      const page = identifyPage(text, site.slugStyle);
      const path = stored.mount === "" ? page.path : `${stored.mount}/${page.path}`;
      if (taken.has(path)) continue;
      taken.add(path);
      if (input.unchanged + taken.size > input.limits.sourcePages) throw tooManyPages(input.limits);
      batch.push(page);
      result.pages.push({
        path,
        sourceId: stored.id,
        blobHash: page.hash,
        contentId: ids(file, read.includes),
        file: file.path,
        includes: read.includes,
      });
    }
    done += 1;
    if (batch.length >= batchSize) await flush();
  }
  await flush();
  await writing;
  return result;
}

/** Formats whose pages take in other files. */
const includingKinds = new Set<FileKind>(["markdown", "rst", "asciidoc"]);

type Readers = { reader: PageReader; site: Site; include: ReturnType<typeof createIncluder> };

async function readFile(
  { reader, site, include }: Readers,
  file: SourceFile,
  bytes: Uint8Array,
): Promise<FilePages> {
  const text = decodeText(bytes);
  if (text === undefined) return { pages: [], includes: [], reason: "The file is not UTF-8 text." };
  const { path } = file;
  const kind = kindOfFile(path);
  if (!includingKinds.has(kind)) return { includes: [], ...(await reader.convert({ path, text })) };
  const { content, includes, problems, inserted } = await include(
    { path, content: text },
    site.values,
  );
  if (kind === "markdown") return { pages: [{ path, content, problems }], includes };
  const { pages } = await reader.convert({ path, text: content, values: site.values, inserted });
  return { pages: pages.map((page) => ({ ...page, problems })), includes };
}

async function parseUnknown(deps: Deps, projectId: string, batch: ReadPage[]): Promise<Blob[]> {
  if (batch.length === 0) return [];
  const hashes = batch.map((page) => page.hash);
  const at = deps.clock.now().toISOString();
  const known = await existingBlobs(deps.db, projectId, hashes, at);
  const fresh = new Map(
    batch.filter((page) => !known.has(page.hash)).map((page) => [page.hash, page]),
  );
  return deps.reader.parse([...fresh.values()]);
}
