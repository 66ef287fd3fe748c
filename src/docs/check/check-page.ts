import type { Pace } from "../../lib/pace.ts";
import { formatOf } from "../page/page-format.ts";
import { parsePage } from "../page/parse-page.ts";
import { maxPageLength } from "../tree/docs-files.ts";
import type { Docs } from "../tree/read-docs.ts";
import { checkFences } from "./check-fences.ts";
import { checkFrontMatter } from "./check-front-matter.ts";
import { type Found, mostPerPage, shown } from "./found.ts";
import type { MdxReader } from "./mdx/mdx-reader.ts";

export type PageCheck = {
  docs: Docs;
  paths: string[];
  /** Whether code blocks have to name their language: asked of what a change writes, not of what was there. */
  needsLanguage: boolean;
  mdx: MdxReader;
  pace: Pace;
};

/** What is wrong with pages by themselves: their syntax, front matter and code blocks. */
export async function checkPages(check: PageCheck): Promise<Found[]> {
  const { docs, paths, pace } = check;
  const found: Found[] = [];
  const read = new Set<string>();
  for await (const { path, content } of docs.files.readEach(paths)) {
    read.add(path);
    const own = await checkPage({ ...check, path, content });
    found.push(...own.slice(0, mostPerPage));
    await pace();
  }
  const unread = paths.filter((path) => !read.has(path) && docs.isFile(path));
  return [...found, ...unread.map((path) => unreadable(docs, path))];
}

const noText = "this page is not UTF-8 text, or is over 2 MB; save it as UTF-8, or split it";

function unreadable({ misnamed }: Docs, path: string): Found {
  const fault = misnamed.get(path);
  const subjects = [fault === undefined ? "text" : "name"];
  return { check: "page", path, line: 1, message: fault ?? noText, subjects };
}

type OnePage = PageCheck & { path: string; content: string };

async function checkPage({ path, content, needsLanguage, docs, mdx }: OnePage): Promise<Found[]> {
  if (content.length > maxPageLength) {
    const message = "this page is over 1 MB and was not looked into; split it";
    return [{ check: "page", path, line: 1, message, subjects: ["length"] }];
  }
  const isMdx = formatOf(path) === "mdx";
  const reading = isMdx ? mdx.read(content, docs.site.mdx) : undefined;
  const found = [
    ...checkFrontMatter(path, content),
    ...checkFences({ path, content, needsLanguage }),
  ];
  const problem = await reading;
  if (problem !== undefined) {
    return [...found, { check: "page", path, ...problem, subjects: ["syntax"] }];
  }
  return [...found, ...parserProblems(path, content)];
}

/** Front matter and code blocks have checks of their own. */
function parserProblems(path: string, content: string): Found[] {
  return parsePage(content, formatOf(path))
    .problems.filter(({ message }) => !/front matter|code block/i.test(message))
    .map(({ line, message }) => ({
      check: "page",
      path,
      line,
      message: sentenceOf(message),
      subjects: [message],
    }));
}

function sentenceOf(message: string): string {
  const plain = shown(message.replace(/\.$/, ""));
  const text = plain.charAt(0).toLowerCase() + plain.slice(1);
  return /not closed/.test(text) ? `${text}; add what closes it` : `${text}; correct it`;
}
