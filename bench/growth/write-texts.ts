import { createHash } from "node:crypto";
import { closeSync, openSync, readdirSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join, relative } from "node:path";
import { parsePage } from "../../src/docs/page/parse-page.ts";
import { chunk } from "../../src/ingest/pages/chunk.ts";
import { answerParent } from "../report/run-child.ts";
import type { Doc } from "../retrieval/data-set.ts";

export type TextsInput = { folder: string; file: string; most: number };
export type Texts = { pages: number; passages: number };

answerParent(writeTexts);

const longestPage = 1_000_000;
const writtenAtOnce = 1_000;

/**
 * Cuts the pages of all trees below a folder into passages as a sync does, one JSON object to a line, the trees mixed: in the
 * order of the hashes of their paths, which is the same every time.
 */
async function writeTexts({ folder, file, most }: TextsInput): Promise<Texts> {
  const out = openSync(`${file}.part`, "w");
  const done = { pages: 0, passages: 0 };
  let lines: string[] = [];
  for (const path of pagesOf(folder)) {
    const docs = docsOf(path, readFileSync(join(folder, path), "utf8").slice(0, longestPage));
    if (docs.length === 0) continue;
    done.pages += 1;
    done.passages += docs.length;
    for (const doc of docs) lines.push(`${JSON.stringify(doc)}\n`);
    if (done.passages >= most) break;
    if (lines.length < writtenAtOnce) continue;
    writeSync(out, lines.join(""));
    lines = [];
  }
  writeSync(out, lines.join(""));
  closeSync(out);
  renameSync(`${file}.part`, file);
  return done;
}

function pagesOf(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const pages = files.filter((file) => /\.mdx?$/.test(file) && !file.includes("node_modules"));
  const placed = pages.map((path) => ({ path, place: hashOf(path) }));
  placed.sort((left, right) => (left.place < right.place ? -1 : 1));
  return placed.map(({ path }) => path);
}

function hashOf(path: string): string {
  return createHash("sha256").update(path).digest("hex");
}

/** Titles are paths of headings, outermost first, as in the sets of the retrieval bench. */
function docsOf(path: string, content: string): Doc[] {
  const page = path.replace(/\.mdx?$/, "");
  const parsed = parsePage(content, path.endsWith("x") ? "mdx" : "md");
  return chunk(parsed, content).map((draft, place) => ({
    id: `${page}#${place + 1}`,
    title: [parsed.title, ...draft.headings].filter((title) => title !== "").join(" > "),
    text: draft.text,
    page,
  }));
}
