import type { Clock } from "../../lib/clock.ts";
import type { Database } from "../../store/database.ts";
import { type Blob, existingBlobs, insertBlobs } from "../../store/docs/blobs.ts";
import type { RevisionPage } from "../../store/docs/revision-pages.ts";
import type { StoredSource } from "../../store/docs/sources.ts";
import type { SkippedFile, SourceContent, SourceFile, SourceSnapshot } from "../sources/source.ts";
import { type SourceLimits, tooManyPages } from "../sources/source-limits.ts";
import { includedTexts } from "./included-texts.ts";
import type { OpenedSite } from "./open-site.ts";
import { type ContentIds, identifyPage, type ReadPage } from "./page-identity.ts";
import type { PageReader } from "./page-reader.ts";
import { type FilePages, readFiles } from "./read-files.ts";

/** A page whose text is in the store; its place on the site is still to be found. */
export type StoredPageText = Omit<RevisionPage, "place">;

type Deps = { db: Database; clock: Clock; reader: PageReader };
type Input = {
  stored: StoredSource;
  snapshot: SourceSnapshot;
  site: OpenedSite;
  ids: ContentIds;
  files: SourceFile[];
  limits: SourceLimits;
  /** How many pages of the source stay as they are. */
  unchanged: number;
};
type Options = { onProgress(done: number): void; signal?: AbortSignal };
type Stored = { pages: StoredPageText[]; skipped: SkippedFile[] };

const tooCostly = "The page is too costly to read. Split it, or simplify what stands in it.";

/** Reads files and stores what the store does not have, batch by batch: while one is written the next is read. */
export async function storePages(deps: Deps, input: Input, options: Options): Promise<Stored> {
  const { snapshot, stored, site } = input;
  const { values } = site;
  const texts = includedTexts(snapshot);
  const result: Stored = { pages: [], skipped: [] };
  const take = pageTaker(input);
  let writing: Promise<void> = Promise.resolve();
  let done = 0;
  const reading = readBatches({ reader: deps.reader, texts, values }, snapshot.read(input.files));
  for await (const files of readAhead(reading)) {
    options.signal?.throwIfAborted();
    const taken = files.flatMap(take);
    const { blobs, costly } = await parseUnknown(
      deps,
      stored.projectId,
      taken.map(({ text }) => text),
    );
    await writing;
    writing = insertBlobs(deps.db, stored.projectId, blobs, deps.clock.now().toISOString());
    // Awaited below; a fault in between must not count as one that nobody looks at.
    writing.catch(() => undefined);
    for (const file of files)
      if (file.reason !== undefined)
        result.skipped.push({ path: file.file.path, reason: file.reason });
    const isCostly = ({ text }: Taken) => costly.has(text.hash);
    const incomplete = new Set(taken.filter(isCostly).map(({ page }) => page.file));
    for (const one of taken) {
      if (isCostly(one)) result.skipped.push({ path: one.page.path, reason: tooCostly });
      // A file that is not whole is looked at again, so that every sync tells what is missing of it.
      else
        result.pages.push(
          incomplete.has(one.page.file) ? { ...one.page, contentId: "" } : one.page,
        );
    }
    done += files.length;
    options.onProgress(done);
  }
  await writing;
  return result;
}

type Taken = { text: ReadPage; page: StoredPageText };

/** Makes pages of files under the paths that are still free. */
function pageTaker({ stored, site, ids, limits, unchanged }: Input) {
  const paths = new Set<string>();
  return ({ file, pages, includes }: FilePages): Taken[] => {
    const contentId = ids(file, includes);
    return pages.flatMap((one) => {
      const text = identifyPage(one, site.slugStyle);
      const path = stored.mount === "" ? text.path : `${stored.mount}/${text.path}`;
      if (paths.has(path)) return [];
      paths.add(path);
      if (unchanged + paths.size > limits.sourcePages) throw tooManyPages(limits);
      const about = { contentId, file: file.path, includes };
      return [{ text, page: { path, sourceId: stored.id, blobHash: text.hash, ...about } }];
    });
  };
}

const batchSize = 50;
const batchBytes = 8 * 1024 * 1024;

async function* readBatches(
  deps: Parameters<typeof readFiles>[0],
  contents: AsyncIterable<SourceContent>,
): AsyncGenerator<FilePages[]> {
  let batch: SourceContent[] = [];
  let bytes = 0;
  for await (const content of contents) {
    batch.push(content);
    bytes += content.content.length;
    if (batch.length < batchSize && bytes < batchBytes) continue;
    yield await readFiles(deps, batch);
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield await readFiles(deps, batch);
}

/** The next one is made while this one is used, so that neither the reader nor the store waits for the other. */
async function* readAhead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  let next = items.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = items.next();
      // Awaited above; a fault in between must not count as one that nobody looks at.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await items.return(undefined);
  }
}

/** The blobs that the store does not have; `costly` are the hashes of those that could not be made. */
async function parseUnknown(
  deps: Deps,
  projectId: string,
  batch: ReadPage[],
): Promise<{ blobs: Blob[]; costly: Set<string> }> {
  if (batch.length === 0) return { blobs: [], costly: new Set() };
  const hashes = batch.map((page) => page.hash);
  const at = deps.clock.now().toISOString();
  const known = await existingBlobs(deps.db, projectId, hashes, at);
  const fresh = new Map(
    batch.filter((page) => !known.has(page.hash)).map((page) => [page.hash, page]),
  );
  const parsed = await deps.reader.parse([...fresh.values()]);
  const blobs = parsed.filter((blob) => blob !== undefined);
  const made = new Set(blobs.map((blob) => blob.hash));
  return { blobs, costly: new Set([...fresh.keys()].filter((hash) => !made.has(hash))) };
}
