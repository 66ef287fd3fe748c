import { hash } from "node:crypto";
import { parsePage } from "../../docs/page/parse-page.ts";
import type { PageProblem, ParsedPage, PassageDraft } from "../../docs/page/parsed-page.ts";
import type { Embedder } from "../../models/vectors/static/embedder.ts";
import { quantise } from "../../models/vectors/static/quantise.ts";
import type { Blob, StoredDraft } from "../../store/docs/blobs.ts";
import { detectLanguage } from "../../text/detect-language.ts";
import { chunk } from "./chunk.ts";
import type { ReadPage } from "./page-identity.ts";

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
    textHash: hash("sha256", `${heading}\n${draft.text}`, "base64url"),
  };
}

/** YAML can spell out what the file itself may not hold; PostgreSQL refuses a NUL in any text. */
function storable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
