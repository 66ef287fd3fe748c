import { createHash } from "node:crypto";
import { systemClock } from "../../../src/lib/clock.ts";
import type { Embedder } from "../../../src/models/vectors/static/embedder.ts";
import { quantise } from "../../../src/models/vectors/static/quantise.ts";
import { addProject } from "../../../src/projects/change-projects.ts";
import type { Database } from "../../../src/store/database.ts";
import { type Blob, insertBlobs, type StoredDraft } from "../../../src/store/docs/blobs.ts";
import { findProjectByDomain } from "../../../src/store/docs/projects.ts";
import { type RevisionPage, revisionPages } from "../../../src/store/docs/revision-pages.ts";
import { publishRevision } from "../../../src/store/docs/revisions.ts";
import { inBatches } from "../batches.ts";
import type { Doc } from "../data-set.ts";

type Deps = { db: Database; embedder: Embedder };
type Place = { path: string; startLine: number };
export type StoredDocs = {
  /** Of the newest revision. */
  revisionId(): string;
  /** The id of the doc that a passage was made of. */
  docAt(place: Place): string;
  /** As a sync does that finds one page changed. */
  replacePage(docs: Doc[]): Promise<void>;
};

const batchSize = 50;

/** Stores docs as a sync does: one page for each `page`, one passage for each doc. Those of a page follow each other. */
export async function storeDocs({ db, embedder }: Deps, docs: Iterable<Doc>): Promise<StoredDocs> {
  const clock = systemClock;
  const { project, source } = await addProject({ db, clock }, { kind: "operator" }, benchProject);
  const at = clock.now().toISOString();
  const pages: RevisionPage[] = [];
  const ids = new Map<string, string[]>();
  for (const some of inBatches(inPages(docs), batchSize)) {
    const blobs = some.map(({ path, docs: own }) => {
      const blob = blobOf(embedder, path, own);
      pages.push(pageOf(path, blob.hash, source.id));
      if (own.some(({ id }, place) => id !== plainId(path, place + 1)))
        ids.set(
          path,
          own.map(({ id }) => id),
        );
      return blob;
    });
    await insertBlobs(db, project.id, blobs, at);
  }
  const { revisionId } = await publishRevision(db, {
    ...{ projectId: project.id, sourceId: source.id, commit: "", generator: "plain" },
    ...{ problems: [], pages, at },
  });
  return { docAt: docAtOf(ids), ...openStored({ db, embedder }, revisionId) };
}

/** The docs that an earlier process stored; their ids are those of `plainId`. */
export async function reopenDocs(deps: Deps): Promise<StoredDocs> {
  const project = await findProjectByDomain(deps.db, benchProject.domain);
  if (!project?.currentRevisionId) throw new Error("there is nothing stored");
  return { docAt: docAtOf(new Map()), ...openStored(deps, project.currentRevisionId) };
}

function openStored({ db, embedder }: Deps, first: string) {
  let current = first;
  return {
    revisionId: () => current,
    async replacePage(docs: Doc[]) {
      const [page] = inPages(docs);
      const project = await findProjectByDomain(db, benchProject.domain);
      const before = page ? await revisionPages(db, current, [page.path]) : [];
      const sourceId = before[0]?.sourceId;
      if (!page || !project || !sourceId) throw new Error("there is nothing to replace");
      const at = systemClock.now().toISOString();
      const blob = blobOf(embedder, page.path, page.docs);
      await insertBlobs(db, project.id, [blob], at);
      const { revisionId } = await publishRevision(db, {
        ...{ projectId: project.id, sourceId, commit: "", generator: "plain" },
        ...{ problems: [], at, pages: [pageOf(page.path, blob.hash, sourceId)] },
        since: { revisionId: current, pages: before },
      });
      current = revisionId;
    },
  };
}

function docAtOf(ids: Map<string, string[]>) {
  return ({ path, startLine }: Place) => ids.get(path)?.[startLine - 1] ?? plainId(path, startLine);
}

/** What docs are called whose set gives them no names of their own. */
function plainId(path: string, line: number): string {
  return `${path.replace(/\.md$/, "")}#${line}`;
}

type Page = { path: string; docs: Doc[] };

function* inPages(docs: Iterable<Doc>): Generator<Page> {
  let page: Page | undefined;
  let place = 0;
  for (const doc of docs) {
    const path = pathOf(doc, place);
    place += 1;
    if (page?.path === path) {
      page.docs.push(doc);
      continue;
    }
    if (page) yield page;
    page = { path, docs: [doc] };
  }
  if (page) yield page;
}

export const benchProject = {
  domain: "bench",
  name: "Bench",
  visibility: "public",
  baseUrl: "",
  source: { kind: "folder", location: "/bench", branch: "", subfolder: "" },
} as const;

/** A path is searched as well, so a doc without a page gets one that says nothing: its number in letters. */
function pathOf(doc: Doc, place: number): string {
  if (doc.page !== undefined) return `${doc.page}.md`;
  return `${String(place).replace(/\d/g, (digit) => "bcdfghjklm".charAt(Number(digit)))}.md`;
}

/** Titles of the sets are paths of headings, outermost first; the first heading is the page's title. */
function blobOf(embedder: Embedder, path: string, docs: Doc[]): Blob {
  const title = headingsOf(docs.find((doc) => doc.title !== ""))[0] ?? "";
  const content = docs.map((doc) => doc.text).join("\n\n");
  return {
    hash: hashOf(`${path}\n${content}`),
    content,
    title,
    description: "",
    metadata: {},
    hidden: false,
    problems: [],
    language: "en",
    passages: docs.map((doc, place) => draftOf(embedder, { title, doc, line: place + 1 })),
  };
}

function draftOf(
  embedder: Embedder,
  { title, doc, line }: { title: string; doc: Doc; line: number },
): StoredDraft {
  const path = headingsOf(doc);
  const headings = path[0] === title ? path.slice(1) : path;
  const heading = [title, ...headings].join(" ");
  return {
    headings,
    anchor: "",
    laterHeadings: [],
    startLine: line,
    endLine: line,
    content: doc.text,
    text: doc.text,
    vector: quantise(embedder.embedPassage(heading, doc.text)),
    textHash: hashOf(`${heading}\n${doc.text}`),
  };
}

function headingsOf(doc: Doc | undefined): string[] {
  return doc === undefined || doc.title === "" ? [] : doc.title.split(" > ");
}

function pageOf(path: string, blobHash: string, sourceId: string): RevisionPage {
  const place = {
    address: path,
    position: undefined,
    section: [],
    title: "",
    hidden: false,
    edition: {},
  };
  return { path, sourceId, blobHash, contentId: blobHash, file: path, includes: [], place };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
