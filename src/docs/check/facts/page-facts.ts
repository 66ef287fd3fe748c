import { frontMatterEnd } from "../../page/front-matter.ts";
import { type Page, readPage } from "../../page/page.ts";
import { formatOf } from "../../page/page-format.ts";
import { isForReader, type PageLink } from "../../page/page-links.ts";
import type { Range } from "../../page/region.ts";
import { checkFrontMatter } from "../check-front-matter.ts";
import { type Found, mostPerPage, shown } from "../finding.ts";
import { isSurelyMdx } from "../mdx/is-surely-mdx.ts";
import { mdxProblem } from "../mdx/mdx-problem.ts";
import type { MdxDialect } from "../mdx/plain-mdx.ts";
import { type AnchorFacts, anchorFacts } from "./anchor-facts.ts";

/** What is wrong with a page, without its path. */
export type Fault = Omit<Found, "path">;

/** A link or image as the check follows it. */
export type FactLink = Pick<PageLink, "target" | "line" | "isImage"> & {
  /** A file that the page takes in, by a path from its folder. */
  isImport: boolean;
};

/** All that a check has to know of a page's text. */
export type PageFacts = {
  /** What is wrong with the page by itself. */
  faults: Fault[];
  /** Code blocks that name no language. */
  nameless: Fault[];
  links: FactLink[];
  /** Files that the page takes in, as it names them. */
  takenIn: string[];
  anchors: AnchorFacts;
  /** Why the page was not looked into; "" for one that was. */
  notChecked: string;
};

/** What of a site's rules the facts of a page depend on. */
export type FactRules = { dialect: MdxDialect; addsHeadings: RegExp | undefined };

export type FactRequest = { path: string; text: string; rules: FactRules };

const mostLinks = 50_000;

/** Reads a page once. A hostile page of MDX can take very long, so this belongs on a thread that somebody watches. */
export function pageFacts({ path, text, rules }: FactRequest): PageFacts {
  const page = readPage(text, formatOf(path));
  const links = page.links.filter(
    (link) => isOwnImport(link) || (isForReader(link) && !isNoAddress(link)),
  );
  return {
    faults: [
      ...frontMatterFaults(path, page),
      ...openFences(page),
      ...syntaxFaults(page, rules.dialect),
    ].slice(0, mostPerPage),
    nameless: namelessFences(page).slice(0, mostPerPage),
    links: links.slice(0, mostLinks).map((link) => ({
      ...{ target: link.target, line: link.line, isImage: link.isImage },
      isImport: isOwnImport(link),
    })),
    takenIn: takenIn(page),
    anchors: anchorFacts(page, rules.addsHeadings),
    notChecked: "",
  };
}

const plainLine =
  /^(?:[A-Za-z_][\w-]*:(?: (?:"[^"\\]*"|'[^']*'|(?!True$|False$|Null$)[A-Z][a-z]+(?: [A-Za-z]+)*))?)?$/;

/** Most front matter is a few texts, which are right beyond doubt; a reader of YAML takes far longer to say so. */
function frontMatterFaults(path: string, page: Page): Fault[] {
  const head = page.source.slice(0, frontMatterEnd(page.source));
  const lines = head.trimEnd().split("\n");
  const isMarked = lines[0] === "---" && lines.at(-1) === "---" && lines.length < 100;
  const inner = lines.slice(1, -1);
  const keys = inner.map((line) => line.slice(0, line.indexOf(":")));
  const isPlain = inner.every((line) => plainLine.test(line) && line !== "title:");
  if (isMarked && isPlain && new Set(keys).size === keys.length) return [];
  return checkFrontMatter(path, page.frontMatter).map(({ path: _, ...fault }) => fault);
}

function isOwnImport({ form, target }: PageLink): boolean {
  return form === "import" && /^\.{1,2}\//.test(target);
}

/** Attributes such as `to` hold many things; an address has a dot, a slash or a hash. */
function isNoAddress({ form, target }: PageLink): boolean {
  return form === "attribute" && !/[./#]/.test(target);
}

/** What other tools take in: `--8<-- "part.md"`, `{% include "part.md" %}`, `{{< include "part.md" >}}`, `{!part.md!}`. */
const snippet =
  /(?:--8<--|\{%[-+]?\s{0,5}include[\w-]{0,20}|\{\{[<%]\s{0,5}(?:include|readfile)[ \t]{1,9}(?:file=)?)\s{0,5}["']([^"'\n]{1,500})["']|\{!\s{0,5}([^!\n]{1,300})!\}/g;

function takenIn({ source, links }: Page): string[] {
  const named = links.filter(({ form }) => form === "import").map(({ target }) => target);
  const written = [...source.matchAll(snippet)].map((match) => match[1] ?? match[2] ?? "");
  return [...named, ...written.map((path) => path.trim())].slice(0, mostPerPage);
}

const longestSubject = 2_000;

function openFences({ source, fences, lineOf }: Page): Fault[] {
  return fences
    .filter(({ isClosed }) => !isClosed)
    .map(({ start, body, marker, length }) => {
      const message = `this code block is not closed; end it with a line of ${marker.repeat(length)}`;
      const opening = textOf(source, { start, end: body.start }).trim();
      const first = bodyText(source, body).split("\n", 1)[0] ?? "";
      const subject = `open ${opening} ${first}`.slice(0, longestSubject);
      return { check: "fence", line: lineOf(start), message, subjects: [subject] };
    });
}

const noLanguage = "this code block names no language; write one behind its first mark, or text";

function namelessFences({ source, fences, lineOf }: Page): Fault[] {
  return fences
    .filter(({ isClosed, info }) => isClosed && info === "")
    .map(({ start, body }) => {
      const subject = bodyText(source, body).slice(0, longestSubject);
      return { check: "fence", line: lineOf(start), message: noLanguage, subjects: [subject] };
    });
}

function textOf(source: string, { start, end }: Range): string {
  return source.slice(start, end).replaceAll("\r", "");
}

function bodyText(source: string, body: Range): string {
  return textOf(source, body).replace(/\n$/, "");
}

/** What keeps a page from being read. What is valid MDX is closed, too. */
function syntaxFaults(page: Page, dialect: MdxDialect): Fault[] {
  if (page.format === "mdx") {
    const problem = isSurelyMdx(page, dialect) ? undefined : mdxProblem(page.source, dialect);
    return problem === undefined ? [] : [{ check: "page", ...problem, subjects: ["syntax"] }];
  }
  // Front matter and code blocks have checks of their own.
  return page.parsed.problems
    .filter(({ message }) => !/front matter|code block/i.test(message))
    .map(({ line, message }) => {
      return { check: "page", line, message: sentenceOf(message), subjects: [message] };
    });
}

function sentenceOf(message: string): string {
  const plain = shown(message.replace(/\.$/, ""));
  const text = plain.charAt(0).toLowerCase() + plain.slice(1);
  return /not closed/.test(text) ? `${text}; add what closes it` : `${text}; correct it`;
}
