import { createHash } from "node:crypto";
import { parsePage } from "../markdown/parse-page.ts";
import type { Embedder } from "../models/embedder/embedder.ts";
import { quantise } from "../models/embedder/quantise.ts";
import type { Blob } from "../store/blobs.ts";
import { chunk } from "./chunk.ts";
import type { SkippedFile, SourceFile } from "./sources/source.ts";

/** Raised whenever parsing, chunking or embedding changes, so that stored pages are read anew. */
const readerVersion = "1";

export type ReadPage = {
  path: string;
  format: "md" | "mdx";
  content: string;
  hash: string;
  contentId: string;
};

/** A page's text and identity, or why it was left out. */
export function readPage(file: SourceFile, bytes: Uint8Array): ReadPage | SkippedFile {
  const content = decode(bytes);
  if (content === undefined) return { path: file.path, reason: "The file is not UTF-8 text." };
  const format = /\.mdx$/i.test(file.path) ? "mdx" : "md";
  const hash = createHash("sha256")
    .update(`${readerVersion}\n${format}\n`)
    .update(content)
    .digest("hex");
  return { path: file.path, format, content, hash, contentId: storedContentId(file) };
}

export function storedContentId(file: SourceFile): string {
  return file.contentId === undefined ? "" : `${readerVersion}:${file.contentId}`;
}

export function parseBlob(embedder: Embedder, page: ReadPage): Blob {
  const parsed = parsePage(page.content, page.format);
  const passages = chunk(parsed, page.content).map((passage) => {
    const title = [parsed.title, ...passage.headings].join(" ");
    return { ...passage, vector: quantise(embedder.embedPassage(title, passage.text)) };
  });
  return {
    hash: page.hash,
    content: page.content,
    title: storable(parsed.title),
    description: storable(parsed.description),
    metadata: parsed.metadata,
    hidden: parsed.hidden,
    problems: parsed.problems,
    passages,
  };
}

/** YAML can spell out what the file itself may not hold; PostgreSQL refuses a NUL in any text. */
function storable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}
