import { createHash } from "node:crypto";
import { systemClock } from "../../../src/lib/clock.ts";
import type { Embedder } from "../../../src/models/vectors/static/embedder.ts";
import { quantise } from "../../../src/models/vectors/static/quantise.ts";
import { addProject } from "../../../src/projects/change-projects.ts";
import type { Database } from "../../../src/store/database.ts";
import { type Blob, insertBlobs, type StoredDraft } from "../../../src/store/docs/blobs.ts";
import type { RevisionPage } from "../../../src/store/docs/revision-pages.ts";
import { publishRevision } from "../../../src/store/docs/revisions.ts";
import type { Doc } from "../data-set.ts";

type Deps = { db: Database; embedder: Embedder };
type Place = { path: string; startLine: number };
export type StoredDocs = {
  revisionId: string;
  /** The id of the doc that a passage was made of. */
  docAt(place: Place): string;
};

const batchSize = 50;

/** Stores docs as a sync does: one page for each `page`, one passage for each doc. */
export async function storeDocs({ db, embedder }: Deps, docs: Doc[]): Promise<StoredDocs> {
  const clock = systemClock;
  const { project, source } = await addProject({ db, clock }, { kind: "operator" }, benchProject);
  const at = clock.now().toISOString();
  const byPath = new Map<string, Doc[]>();
  for (const [place, doc] of docs.entries()) {
    const path = pathOf(doc, place);
    byPath.set(path, [...(byPath.get(path) ?? []), doc]);
  }
  const pages: RevisionPage[] = [];
  let blobs: Blob[] = [];
  for (const [path, some] of byPath) {
    const blob = blobOf(embedder, path, some);
    blobs.push(blob);
    pages.push(pageOf(path, blob.hash, source.id));
    if (blobs.length < batchSize) continue;
    await insertBlobs(db, project.id, blobs, at);
    blobs = [];
  }
  await insertBlobs(db, project.id, blobs, at);
  const { revisionId } = await publishRevision(db, {
    projectId: project.id,
    sourceId: source.id,
    commit: "",
    generator: "plain",
    problems: [],
    pages,
    at,
  });
  const ids = new Map([...byPath].map(([path, some]) => [path, some.map((doc) => doc.id)]));
  return { revisionId, docAt: ({ path, startLine }) => ids.get(path)?.[startLine - 1] ?? "" };
}

const benchProject = {
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
