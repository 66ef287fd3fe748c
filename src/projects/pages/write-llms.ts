import { linkTarget } from "../../text/markdown-writing.ts";
import type { Reader } from "../open-project.ts";
import { type LlmsDeps, type LlmsPage, llmsPages, markdownLine } from "./llms-pages.ts";

const home = /^(?:index|readme)\.(?:mdx?|html?)$/i;

/** The list of the docs for language models, in the format of llmstxt.org. */
export async function writeLlms(
  deps: LlmsDeps,
  reader: Reader,
  name: string,
): Promise<{ version: string; text: string }> {
  const { project, pages, version } = await llmsPages(deps, reader, name);
  const title = markdownLine(project.name);
  const about = pages.find((page) => home.test(page.path))?.description;
  const sections = [...Map.groupBy(pages, (page) => page.section)].map(
    ([section, some]) => `## ${section || untitled(pages)}\n\n${some.map(entry).join("\n")}\n`,
  );
  const head = `# ${title}\n\n> ${about || `The documentation of ${title}.`}\n`;
  return { version, text: [head, ...sections].join("\n") };
}

function untitled(pages: LlmsPage[]): string {
  return pages.some((page) => page.section !== "") ? "Other pages" : "Pages";
}

function entry({ title, description, markdownUrl }: LlmsPage): string {
  const link = `- [${title}](${linkTarget(markdownUrl)})`;
  return description === "" ? link : `${link}: ${description}`;
}
