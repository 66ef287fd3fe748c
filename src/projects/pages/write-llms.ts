import { frontMatterEnd } from "../../docs/page/front-matter.ts";
import { isIndexName, withoutEnding } from "../../docs/site/paths.ts";
import { blobContents } from "../../store/docs/blobs.ts";
import type { Project } from "../../store/docs/projects.ts";
import { linkTarget } from "../../text/markdown-writing.ts";
import { type OpenDocsDeps, openDocs, type WantedDocs } from "../open-docs.ts";
import type { Reader } from "../open-project.ts";
import { type LlmsPage, markdownLine } from "./llms-page.ts";
import type { PageList, PageLists } from "./page-lists.ts";

export type LlmsDeps = OpenDocsDeps & { lists: PageLists };

/** The list of the docs for language models, in the format of llmstxt.org. */
export async function writeLlms(
  deps: LlmsDeps,
  reader: Reader,
  wanted: WantedDocs,
): Promise<{ version: string; text: string }> {
  const project = await openDocs(deps, reader, wanted);
  const { version, pages, texts, keepText } = await deps.lists.of(project);
  const text = texts.get("list") ?? listText(project, pages);
  keepText("list", text);
  return { version, text };
}

function listText(project: Project, pages: LlmsPage[]): string {
  const title = markdownLine(project.name);
  const about = pages.find(({ path }) => isIndexName(withoutEnding(path)))?.description;
  const sections = [...Map.groupBy(pages, (page) => page.section)].map(
    ([section, some]) => `## ${section || untitled(pages)}\n\n${some.map(entry).join("\n")}\n`,
  );
  const head = `# ${title}\n\n> ${about || `The documentation of ${title}.`}\n`;
  return [head, ...sections].join("\n");
}

function untitled(pages: LlmsPage[]): string {
  return pages.some((page) => page.section !== "") ? "Other pages" : "Pages";
}

function entry({ title, description, markdownUrl }: LlmsPage): string {
  const link = `- [${title}](${linkTarget(markdownUrl)})`;
  return description === "" ? link : `${link}: ${description}`;
}

/** A page may have 2 MiB, and a reader may be slow: only so many are in memory at a time. */
const pagesAtOnce = 8;

/** All the docs as one Markdown text, written page by page as it is read. */
export async function writeFullLlms(
  deps: LlmsDeps,
  reader: Reader,
  wanted: WantedDocs,
): Promise<{ version: string; texts: AsyncGenerator<string> }> {
  const project = await openDocs(deps, reader, wanted);
  const list = await deps.lists.of(project);
  const texts = keptText(list, pageTexts(deps, project.id, list.pages));
  return { version: list.version, texts: inTurns(texts, deps.lists.turn) };
}

const longestKept = 1_000_000;

/** What is written is kept where it is short, so that whoever asks next costs the store nothing. */
async function* keptText(
  { texts, keepText }: PageList,
  written: AsyncGenerator<string>,
): AsyncGenerator<string> {
  const known = texts.get("full");
  if (known !== undefined) return yield* piecesOf(known);
  const parts: string[] = [];
  let length = 0;
  for await (const part of written) {
    length += part.length;
    if (length <= longestKept) parts.push(part);
    yield part;
  }
  if (length <= longestKept) keepText("full", parts.join(""));
}

async function* inTurns(
  parts: AsyncGenerator<string>,
  turn: () => Promise<void>,
): AsyncGenerator<string> {
  await turn();
  for await (const part of parts) {
    yield part;
    await turn();
  }
}

const pieceLength = 65_536;

/** A long text in pieces, none of which ends within a character. */
function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = start + pieceLength;
    const isSplit = (text.codePointAt(end - 1) ?? 0) > 0xffff;
    yield text.slice(start, isSplit ? end + 1 : end);
    start = isSplit ? end + 1 : end;
  }
}

async function* pageTexts(
  { db, lists }: LlmsDeps,
  projectId: string,
  pages: LlmsPage[],
): AsyncGenerator<string> {
  for (let start = 0; start < pages.length; start += pagesAtOnce) {
    const some = pages.slice(start, start + pagesAtOnce);
    const hashes = [...new Set(some.map((page) => page.blobHash))];
    const contents = await lists.inOrder(() => blobContents(db, projectId, hashes));
    for (const page of some) {
      const content = contents.get(page.blobHash);
      if (content !== undefined) yield textOf(page, content);
    }
  }
}

function textOf({ title, url }: LlmsPage, content: string): string {
  return `# ${title}\nSource: ${url}\n\n${bodyOf(content)}\n\n`;
}

/** The page without its front matter, and without a first heading that only says its title again. */
function bodyOf(content: string): string {
  const body = content.slice(frontMatterEnd(content)).replace(/^\s*\n/, "");
  return body.replace(/^# .*(?:\n|$)/, "").trim();
}
