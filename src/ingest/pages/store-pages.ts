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
import { workAhead } from "./work-ahead.ts";

/** A page whose text is in the store; its place on the site is still to be found. */
export type StoredPageText = Omit<RevisionPage, "place">;

type Deps = { db: Database; clock: Clock; reader: PageReader };
type Input = {
  stored: StoredSource;
  snapshot: Pick<SourceSnapshot, "files" | "support" | "read">;
  site: Pick<OpenedSite, "slugStyle" | "values">;
  ids: ContentIds;
  files: SourceFile[];
  limits: SourceLimits;
  /** How many pages of the source stay as they are. */
  unchanged: number;
};
type Options = { onProgress(done: number): void; signal?: AbortSignal };
type Stored = { pages: StoredPageText[]; skipped: SkippedFile[] };

const tooCostly = "The page is too costly to read. Split it, or simplify what stands in it.";

/** Reads files and stores what the store does not have, batch by batch: while one is written the next ones are read. */
export async function storePages(deps: Deps, input: Input, options: Options): Promise<Stored> {
  const { snapshot, stored, site } = input;
  const { values } = site;
  const texts = includedTexts(snapshot);
  const result: Stored = { pages: [], skipped: [] };
  const take = pageTaker(input);
  let writing: Promise<void> = Promise.resolve();
  let done = 0;
  const reading = workAhead(batchesOf(snapshot.read(input.files)), (batch) =>
    readFiles({ reader: deps.reader, texts, values }, batch),
  );
  const parsing = workAhead(takeInOrder(reading, take), async (batch) => ({
    ...batch,
    ...(await parseUnknown(deps, stored.projectId, batch.taken)),
  }));
  for await (const { files, taken, blobs, costly } of parsing) {
    options.signal?.throwIfAborted();
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
const batchBytes = 4 * 1024 * 1024;

async function* batchesOf(contents: AsyncIterable<SourceContent>): AsyncGenerator<SourceContent[]> {
  let batch: SourceContent[] = [];
  let bytes = 0;
  for await (const content of contents) {
    batch.push(content);
    bytes += content.content.length;
    if (batch.length < batchSize && bytes < batchBytes) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

/** One after another as the files come, because the first file that has a path keeps it. */
async function* takeInOrder(
  batches: AsyncIterable<FilePages[]>,
  take: (file: FilePages) => Taken[],
): AsyncGenerator<{ files: FilePages[]; taken: Taken[] }> {
  for await (const files of batches) yield { files, taken: files.flatMap(take) };
}

/** The blobs that the store does not have; `costly` are the hashes of those that could not be made. */
async function parseUnknown(
  deps: Deps,
  projectId: string,
  taken: Taken[],
): Promise<{ blobs: Blob[]; costly: Set<string> }> {
  if (taken.length === 0) return { blobs: [], costly: new Set() };
  const hashes = taken.map(({ text }) => text.hash);
  const at = deps.clock.now().toISOString();
  const known = await existingBlobs(deps.db, projectId, hashes, at);
  const fresh = new Map(
    taken.filter(({ text }) => !known.has(text.hash)).map(({ text }) => [text.hash, text]),
  );
  const parsed = await deps.reader.parse([...fresh.values()]);
  const blobs = parsed.filter((blob) => blob !== undefined);
  const made = new Set(blobs.map((blob) => blob.hash));
  return { blobs, costly: new Set([...fresh.keys()].filter((hash) => !made.has(hash))) };
}
