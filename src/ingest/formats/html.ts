import type { FileText, PageText } from "./format.ts";
import { frontMatterText } from "./front-matter-text.ts";
import { blockHolders } from "./html/block-holders.ts";
import { type Element, elementsIn, lineOfText } from "./html/element.ts";
import { isTemplate } from "./html/is-template.ts";
import { findMainContent } from "./html/main-content.ts";
import { readPageHead, titleOf } from "./html/page-head.ts";
import { parseHtml } from "./html/parse-html.ts";
import { prune } from "./html/prune.ts";
import { nameTabs } from "./html/tabs.ts";
import { writeBlocks } from "./html/write-blocks.ts";

const maxContent = 2_000_000;

/** The text of an HTML page as Markdown; nothing for templates, redirects and pages without text. Never throws. */
export function readHtml(file: FileText): PageText[] {
  if (isTemplate(file.text)) return [];
  const { document, problems } = parseHtml(file.text);
  const head = readPageHead(document);
  const main = head.isRedirect ? undefined : findMainContent(document);
  if (main === undefined) return [];
  prune(main.root, main.isWholeBody);
  const blocks = blocksOf(main.root);
  if (blocks.length === 0) return [];
  const frontMatter = frontMatterText({
    title: titleOf(head, firstHeading(main.root)),
    description: head.description,
    lang: head.language,
    noindex: head.isKeptOut ? true : undefined,
  });
  const { kept, isCut } = fitting(blocks);
  if (isCut) problems.push({ line: 1, message: "The page is too long, so its end is left out." });
  return [{ path: file.path, content: `${[frontMatter, ...kept].join("\n\n")}\n`, problems }];
}

function blocksOf(root: Element): string[] {
  const labels = nameTabs(root);
  return writeBlocks(root.childNodes, {
    depth: 0,
    nesting: 0,
    signatures: 0,
    heading: { level: 1 },
    holders: blockHolders(root),
    labels,
  });
}

function firstHeading(root: Element): string {
  for (const element of elementsIn(root)) if (element.tagName === "h1") return lineOfText(element);
  return "";
}

function fitting(blocks: string[]): { kept: string[]; isCut: boolean } {
  let left = maxContent;
  const kept = blocks.filter((block) => {
    left -= block.length + 2;
    return left >= 0;
  });
  return { kept, isCut: kept.length < blocks.length };
}
