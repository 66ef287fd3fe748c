import { createHash, hash } from "node:crypto";
import { parsePage } from "../../docs/page/parse-page.ts";
import type { PageProblem, ParsedPage, PassageDraft } from "../../docs/page/parsed-page.ts";
import type { SlugStyle } from "../../docs/page/slug.ts";
import type { Site } from "../../docs/site/site.ts";
import type { Embedder } from "../../models/vectors/static/embedder.ts";
import { quantise } from "../../models/vectors/static/quantise.ts";
import type { Blob, StoredDraft } from "../../store/docs/blobs.ts";
import { detectLanguage } from "../../text/detect-language.ts";
import { languageOfPath } from "../../text/language-of-path.ts";
import type { PageText } from "../formats/format.ts";
import type { SourceFile } from "../sources/source.ts";
import { chunk } from "./chunk.ts";

/** Raised whenever parsing, chunking, embedding or addresses change, so that stored pages are read anew. */
export const readerVersion = "6";

/** A page's text with everything that decides how it is read. */
export type ReadPage = PageText & {
  format: "md" | "mdx";
  slugStyle: SlugStyle;
  /** Language that the path names; "" for none. */
  pathLanguage: string;
  /** Identity of all of the above but the path: pages that are the same are stored once. */
  hash: string;
};

export function identifyPage(text: PageText, slugStyle: SlugStyle): ReadPage {
  const format = /\.mdx$/i.test(text.path) ? "mdx" : "md";
  const pathLanguage = languageOfPath(text.path) ?? "";
  const problems = text.problems.length > 0 ? JSON.stringify(text.problems) : "";
  const identity = createHash("sha256")
    .update(`${readerVersion}\n${format}\n${slugStyle}\n${pathLanguage}\n${problems}\n`)
    .update(text.content)
    .digest("hex");
  return { ...text, format, slugStyle, pathLanguage, hash: identity };
}

/** Parses, cuts and embeds: the dear part, done once for every text. */
export function parseBlob(embedder: Embedder, page: ReadPage): Blob {
  const parsed = parsePage(page.content, page.format);
  const drafts = chunk(parsed, page.content, page.slugStyle);
  return {
    hash: page.hash,
    content: page.content,
    title: storable(parsed.title),
    description: storable(parsed.description),
    metadata: parsed.metadata,
    hidden: parsed.hidden,
    problems: allProblems(page, parsed),
    language: languageOf(page, parsed, drafts),
    passages: drafts.map((draft) => withVector(embedder, parsed.title, draft)),
  };
}

function allProblems(page: ReadPage, parsed: ParsedPage): PageProblem[] {
  return [...page.problems, ...parsed.problems].sort((left, right) => left.line - right.line);
}

const languageSample = 4_000;

function languageOf(page: ReadPage, { metadata }: ParsedPage, drafts: PassageDraft[]): string {
  const named = [metadata.lang, metadata.language, metadata.locale].find(
    (value) => typeof value === "string",
  );
  const text = drafts.map((draft) => draft.text).join("\n");
  return detectLanguage(text.slice(0, languageSample), named ?? page.pathLanguage);
}

function withVector(embedder: Embedder, title: string, draft: PassageDraft): StoredDraft {
  const heading = [title, ...draft.headings].join(" ");
  return {
    ...draft,
    vector: quantise(embedder.embedPassage(heading, draft.text)),
    textHash: createHash("sha256").update(`${heading}\n${draft.text}`).digest("base64url"),
  };
}

/** YAML can spell out what the file itself may not hold; PostgreSQL refuses a NUL in any text. */
function storable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

export type ContentIds = (file: SourceFile, includes: string[]) => string;

/** Identity of everything a file's pages are made of; "" where the source cannot tell without reading. */
export function contentIds(
  files: SourceFile[],
  { slugStyle, values }: Pick<Site, "slugStyle" | "values">,
): ContentIds {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const named = [...values].flat();
  return (file, includes) => {
    const parts = [readerVersion, slugStyle, ...named, file.contentId];
    for (const path of includes) {
      const included = byPath.get(path);
      parts.push(path, included === undefined ? "missing" : included.contentId);
    }
    if (parts.includes(undefined)) return "";
    return hash("sha256", parts.join("\n"), "base64url");
  };
}
