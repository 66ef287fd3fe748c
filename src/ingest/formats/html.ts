import { type FileText, frontMatterText, type PageText } from "./format.ts";
import { findContent } from "./html/find-content.ts";
import { writeContent } from "./html/write-blocks.ts";

const maxContent = 2_000_000;

/** The text of an HTML page as Markdown; nothing for templates, redirects and pages without text. Never throws. */
export function readHtml({ path, text }: FileText): PageText[] {
  const page = findContent(text);
  const blocks = page === undefined ? [] : writeContent(page.root);
  if (page === undefined || blocks.length === 0) return [];
  const frontMatter = frontMatterText({
    title: page.title,
    description: page.description,
    lang: page.language,
    noindex: page.isKeptOut ? true : undefined,
  });
  let left = maxContent;
  const kept = blocks.filter((block) => {
    left -= block.length + 2;
    return left >= 0;
  });
  const problems = [...page.problems];
  if (kept.length < blocks.length)
    problems.push({ line: 1, message: "The page is too long, so its end is left out." });
  return [{ path, content: `${[frontMatter, ...kept].join("\n\n")}\n`, problems }];
}
