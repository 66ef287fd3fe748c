import { frontMatterEnd } from "../../docs/page/front-matter.ts";
import { blobContents } from "../../store/docs/blobs.ts";
import type { Reader } from "../open-project.ts";
import { type LlmsDeps, type LlmsPage, llmsPages } from "./llms-pages.ts";

/** A page may have 2 MiB, and a reader may be slow: only so many are in memory at a time. */
const pagesAtOnce = 8;

/** All the docs as one Markdown text, written page by page as it is read. */
export async function writeFullLlms(
  deps: LlmsDeps,
  reader: Reader,
  name: string,
): Promise<{ version: string; texts: AsyncGenerator<string> }> {
  const { project, pages, version } = await llmsPages(deps, reader, name);
  return { version, texts: pageTexts(deps, project.id, pages) };
}

async function* pageTexts(
  { db }: LlmsDeps,
  projectId: string,
  pages: LlmsPage[],
): AsyncGenerator<string> {
  for (let start = 0; start < pages.length; start += pagesAtOnce) {
    const some = pages.slice(start, start + pagesAtOnce);
    const hashes = [...new Set(some.map((page) => page.blobHash))];
    const contents = await blobContents(db, projectId, hashes);
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
