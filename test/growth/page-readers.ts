import { readQuotedSource } from "../../src/assistant/citations/locate-quote.ts";
import { createSanitiser } from "../../src/assistant/sanitise/sanitiser.ts";
import { instructionOf } from "../../src/changes/comment-instruction.ts";
import { pageFacts } from "../../src/docs/check/facts/page-facts.ts";
import { emptyHabits, noteHabits } from "../../src/docs/describe/page-habits.ts";
import { moveFiles } from "../../src/docs/edit/move-files.ts";
import { replaceInPage, termParts } from "../../src/docs/edit/replace-in-page.ts";
import { safeMarkdown } from "../../src/docs/edit/safe-markdown.ts";
import { termMatcher } from "../../src/docs/edit/term-matcher.ts";
import { unlinker } from "../../src/docs/edit/unlink.ts";
import { stripMarkup } from "../../src/docs/page/markup/strip-markup.ts";
import { readPage } from "../../src/docs/page/page.ts";
import type { PageFormat } from "../../src/docs/page/page-format.ts";
import { parsePage } from "../../src/docs/page/parse-page.ts";
import { plainText, withoutLinks } from "../../src/docs/page/plain-text.ts";
import { renderPage } from "../../src/docs/render/render-page.ts";
import { pageCode } from "../../src/docs/write/page-code.ts";
import { expandIncludes, findIncludes } from "../../src/ingest/includes/includes.ts";
import { chunk } from "../../src/ingest/pages/chunk.ts";
import { quotable } from "../../src/models/embedded/quotable/quotable.ts";
import { memoryFiles } from "../memory-files.ts";
import { page, reader, text } from "./named-reader.ts";

const matcher = termMatcher({ from: "a", to: "b", isExact: false });
const rules = { dialect: { comments: true, headingIds: true }, addsHeadings: undefined };
const addresses = {
  link: (href: string) => ({ href, isOutside: false }),
  image: (src: string) => ({ src }),
};
const shown = { slugStyle: "python", addresses } as const;

/** What reads pages. Checks of MDX are not among them: its parser is not linear, and runs on a thread with a limit. */
export const pageReaders = [
  reader("parsePage md", page, (source) => parsePage(source, "md")),
  reader("parsePage mdx", page, (source) => parsePage(source, "mdx")),
  reader("stripMarkup", page, (source) => stripMarkup(source, "mdx")),
  reader("plainText", page, plainText),
  reader("withoutLinks", page, withoutLinks),
  reader("renderPage md", page, (source) => renderPage(source, { ...shown, format: "md" })),
  reader("renderPage mdx", page, (source) => renderPage(source, { ...shown, format: "mdx" })),
  reader("all of a page md", page, (source) => allOf(source, "md")),
  reader("all of a page mdx", page, (source) => allOf(source, "mdx")),
  reader("chunk", page, (source) => chunk(parsePage(source, "md"), source)),
  reader("pageFacts", page, (source) => pageFacts({ path: "a.md", text: source, rules })),
  reader("noteHabits", page, (source) => noteHabits(emptyHabits(), source, "md")),
  reader("replaceInPage", page, (source) =>
    replaceInPage(source, "md", { matcher, parts: new Set(termParts) }),
  ),
  reader("safeMarkdown", page, (source) => safeMarkdown(source, "mdx")),
  reader("unlinker", page, (source) => {
    const read = readPage(source, "md");
    return read.links.map(unlinker(read));
  }),
  reader("pageCode mdx", page, (source) => pageCode("a.mdx", source, "mdx")),
  reader("pageCode template", page, (source) => pageCode("a.md", source, "template")),
  reader("pageCode html", [...text, "html", "mdx"], (source) => pageCode("a.html", source, "none")),
  reader("findIncludes", page, (source) => findIncludes({ path: "a.mdx", content: source })),
  reader("expandIncludes", page, (source) =>
    expandIncludes({ path: "a.md", content: source }, () => "b\n"),
  ),
  reader("quotable", page, (source) => quotable(source)),
  reader("quotable mdx", page, (source) => quotable(source, true)),
  reader("readQuotedSource", page, (source) => readQuotedSource({ content: source, startLine: 1 })),
  reader("sanitiser", page, (source) => sanitised([source])),
  reader("sanitiser by letters", page, (source) => sanitised([...source])),
  reader("moveFiles", page, (source) =>
    moveFiles(memoryFiles({ "docs/a.md": source, "docs/b.md": `[a](a.md)\n${source}` }), {
      ...{ docsFolder: "docs", from: "docs/a.md", to: "docs/x/a.md" },
    }),
  ),
  reader("instructionOf", page, (source) =>
    instructionOf({ body: `@docent ${source}`, author: "a" }, { mention: "@docent", number: 1 }),
  ),
];

function allOf(source: string, format: PageFormat): unknown {
  const { links, references, anchors, fences, lineOf } = readPage(source, format);
  return [links, references, anchors, fences, lineOf(source.length)];
}

function sanitised(deltas: string[]): unknown {
  const sanitiser = createSanitiser({
    textId: "t",
    passages: [],
    revision: "r",
    urlOf: () => "",
    allowedUrl: () => undefined,
    agreement: () => 0,
  });
  for (const delta of deltas) sanitiser.push(delta);
  return sanitiser.end();
}
