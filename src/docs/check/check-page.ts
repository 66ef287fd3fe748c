import type { Pace } from "../../lib/pace.ts";
import { type Page, readPage } from "../page/page.ts";
import { formatOf } from "../page/page-format.ts";
import type { Range } from "../page/region.ts";
import { maxPageLength } from "../tree/docs-files.ts";
import type { ReadTree } from "../tree/open-tree.ts";
import { checkFrontMatter } from "./check-front-matter.ts";
import { type Found, mostPerPage, shown } from "./finding.ts";
import { isSurelyMdx } from "./mdx/is-surely-mdx.ts";
import type { MdxReader } from "./mdx/mdx-reader.ts";

export type PageCheck = {
  docs: ReadTree;
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

function unreadable({ misnamed }: ReadTree, path: string): Found {
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
  const page = readPage(content, formatOf(path));
  const isSure = page.format === "md" || isSurelyMdx(page, docs.site.mdx);
  const reading = isSure ? undefined : mdx.read(content, docs.site.mdx);
  const found = [
    ...checkFrontMatter(path, page.frontMatter),
    ...checkFences(page, needsLanguage).map((fault) => ({
      check: "fence" as const,
      path,
      ...fault,
    })),
  ];
  const problem = await reading;
  if (problem !== undefined) {
    return [...found, { check: "page", path, ...problem, subjects: ["syntax"] }];
  }
  return [...found, ...parserProblems(path, page)];
}

const longestSubject = 2_000;

/** Code blocks that nothing closes, or that name no language. */
function checkFences({ source, fences, lineOf }: Page, needsLanguage: boolean): PageFault[] {
  const textOf = ({ start, end }: Range) => source.slice(start, end).replaceAll("\r", "");
  return fences.flatMap((fence) => {
    const { start, body, marker, length, info, isClosed } = fence;
    if (isClosed && (!needsLanguage || info !== "")) return [];
    const line = lineOf(start);
    const text = textOf(body).replace(/\n$/, "");
    if (isClosed) return [{ line, message: nameless, subjects: [text.slice(0, longestSubject)] }];
    const message = `this code block is not closed; end it with a line of ${marker.repeat(length)}`;
    const subject = `open ${textOf({ start, end: body.start }).trim()} ${text.split("\n", 1)[0]}`;
    return [{ line, message, subjects: [subject.slice(0, longestSubject)] }];
  });
}

type PageFault = Pick<Found, "line" | "message" | "subjects">;

const nameless = "this code block names no language; write one behind its first mark, or text";

/** Front matter and code blocks have checks of their own. */
function parserProblems(path: string, { parsed }: Page): Found[] {
  return parsed.problems
    .filter(({ message }) => !/front matter|code block/i.test(message))
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
