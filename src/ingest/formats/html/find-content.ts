import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from "parse5";
import type { PageProblem } from "../../../docs/page/parsed-page.ts";
import {
  attribute,
  classesOf,
  type Element,
  elementsIn,
  hasAttribute,
  hasClass,
  isElement,
  isHeading,
  lineOfText,
  rawText,
} from "./element.ts";

type Document = DefaultTreeAdapterTypes.Document;

export type PageContent = {
  title: string;
  description: string;
  language: string;
  /** The page asks not to be found. */
  isKeptOut: boolean;
  /** Holds the text, without what stands around it. */
  root: Element;
  problems: PageProblem[];
};

/** What a page is and where its text stands; undefined for templates, redirects and pages without any. */
export function findContent(text: string): PageContent | undefined {
  if (isTemplate(text)) return undefined;
  const { document, problems } = parseHtml(text);
  const { isRedirect, ...head } = readPageHead(document);
  const main = isRedirect ? undefined : findMainContent(document);
  if (main === undefined) return undefined;
  const { root } = main;
  prune(root, main.isWholeBody);
  return { ...head, title: titleOf(head, firstHeading(root)), root, problems };
}

function firstHeading(root: Element): string {
  for (const element of elementsIn(root)) if (element.tagName === "h1") return lineOfText(element);
  return "";
}

const opening = /<(pre|code|script|style|textarea|template)(?=[\s>/])|<!--|\{\{|\{%|<%/gi;
const marks = [
  /^\{\{[^{}]{0,300}\}\}/,
  /^\{%[^{}%]{0,300}%\}/,
  // The shortest match is at most this long, so that a lone mark costs little.
  /^<%[\s\S]{0,300}?%>/,
];

/** Whether HTML is the input of a site builder: it has template marks where a finished page has text. */
function isTemplate(text: string): boolean {
  const lower = text.toLowerCase();
  const next = new RegExp(opening);
  for (let match = next.exec(lower); match !== null; match = next.exec(lower)) {
    const [mark, name] = match;
    if (name === undefined && mark !== "<!--") {
      if (isMark(lower, match.index)) return true;
      continue;
    }
    const close = name === undefined ? "-->" : `</${name}`;
    const end = lower.indexOf(close, next.lastIndex);
    if (end === -1) return false;
    next.lastIndex = end + close.length;
  }
  return false;
}

/** Braces after a letter, a brace or a sign of mathematics are formulas: `x^{{2}}`. */
function isMark(text: string, at: number): boolean {
  if (/[\w}^\\$]/.test(text.charAt(at - 1)) && text.charAt(at) === "{") return false;
  const head = text.slice(at, at + 310);
  return marks.some((mark) => mark.test(head));
}

const maxLength = 4_000_000;
/** Badly closed tags are repeated by the rules of HTML, so that a small file can hold millions of elements. */
const maxElements = 200_000;

/** The tree of a page, as much of it as the limits allow. */
function parseHtml(text: string): { document: Document; problems: PageProblem[] } {
  let left = maxElements;
  let document = defaultTreeAdapter.createDocument();
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createDocument() {
      document = defaultTreeAdapter.createDocument();
      return document;
    },
    createElement(tagName, namespace, attributes) {
      left -= 1;
      if (left < 0) throw new RangeError("too many elements");
      return defaultTreeAdapter.createElement(tagName, namespace, attributes);
    },
  };
  try {
    parse(text.slice(0, maxLength), { treeAdapter });
    const problems = text.length > maxLength ? [cutShort] : [];
    return { document, problems };
  } catch {
    return { document, problems: [cutShort] };
  }
}

const cutShort: PageProblem = {
  line: 1,
  message: "The page is too large to be read to its end; what follows the limit is left out.",
};

const emptyHead = {
  title: "",
  siteName: "",
  description: "",
  language: "",
  isKeptOut: false,
  isRedirect: false,
};

type PageHead = typeof emptyHead;

const maxDescription = 500;
const maxTitle = 300;

function readPageHead(document: Document): PageHead {
  const head = { ...emptyHead };
  for (const element of elementsIn(document, ({ tagName }) => tagName !== "svg")) {
    if (element.tagName === "html") head.language = languageOf(element);
    if (element.tagName === "title" && head.title === "") {
      head.title = lineOfText(element).slice(0, maxTitle);
    }
    if (element.tagName === "meta") readMeta(element, head);
  }
  return head;
}

/** The title without the name of the site; the page's own heading where the title holds it. */
function titleOf(
  { title, siteName }: Pick<PageHead, "title" | "siteName">,
  heading: string,
): string {
  if (title === "" || title === siteName) return heading || title;
  if (heading !== "" && title.toLowerCase().includes(heading.toLowerCase())) return heading;
  const parts = title.split(/(?<!\s)\s+(?:[|—–·•»]|::|-)\s+/);
  if (parts.length < 2) return title;
  const last = parts.at(-1) ?? "";
  const before = title.slice(0, title.length - last.length).trimEnd();
  return before.replace(/(?<=\s)(?:[|—–·•»]|::|-)$/, "").trimEnd();
}

function languageOf(html: Element): string {
  const language = attribute(html, "lang").trim().slice(0, 40);
  return /^[a-z]{2,3}(?:[-_][a-z0-9]{1,8}){0,3}$/i.test(language) ? language : "";
}

function readMeta(meta: Element, head: PageHead): void {
  const name = (attribute(meta, "name") || attribute(meta, "property")).toLowerCase();
  const content = attribute(meta, "content").replace(/\s+/g, " ").trim().slice(0, maxDescription);
  if (name === "description") head.description = content;
  if (name === "og:description") head.description ||= content;
  if (name === "og:site_name") head.siteName = content;
  if (name === "robots" && /\b(?:noindex|none)\b/i.test(content)) head.isKeptOut = true;
  if (attribute(meta, "http-equiv").toLowerCase() !== "refresh") return;
  if (/url\s{0,5}=/i.test(content)) head.isRedirect = true;
}

/** Where documentation keeps its text, the surest sign first. */
const containers: ((element: Element) => boolean)[] = [
  (element) =>
    hasClass(element, "theme-doc-markdown", "md-content__inner", "vp-doc", "sl-markdown-content") ||
    hasClass(element, "bd-article", "devsite-article-body") ||
    attribute(element, "itemprop") === "articleBody",
  (element) => element.tagName === "main" || attribute(element, "role") === "main",
  (element) => hasClass(element, "md-content", "markdown-body", "rst-content"),
  (element) => element.tagName === "article",
  (element) => hasClass(element, "body", "document"),
  (element) => /^(?:content|main-content|main|doc-content)$/.test(attribute(element, "id")),
];

const withoutText = new Set(["script", "style", "template", "svg", "noscript", "head"]);

/** The element that holds the text of a page; undefined when the page has none. */
function findMainContent(document: Document): { root: Element; isWholeBody: boolean } | undefined {
  const found: (Element | undefined)[] = containers.map(() => undefined);
  let body: Element | undefined;
  for (const element of elementsIn(document, ({ tagName }) => !withoutText.has(tagName))) {
    if (element.tagName === "body") {
      body ??= element;
      continue;
    }
    for (const [rank, isContainer] of containers.entries()) {
      if (found[rank] === undefined && isContainer(element)) found[rank] = element;
    }
  }
  const root = found.find((element) => element !== undefined && rawText(element).trim() !== "");
  if (root !== undefined) return { root, isWholeBody: false };
  return body === undefined ? undefined : { root: body, isWholeBody: true };
}

const leftOutTags = new Set(
  "script style template noscript svg nav footer form button input select textarea iframe object embed canvas audio video dialog link meta title head map".split(
    " ",
  ),
);
const leftOutRoles = new Set(
  "navigation banner contentinfo search toolbar menu menubar".split(" "),
);
const leftOutClasses = new RegExp(
  `^(?:${[
    "breadcrumbs?|toc|tocCollapsible|table-of-contents|page-toc|theme-doc-toc-(?:mobile|desktop)|on-this-page",
    "theme-doc-(?:breadcrumbs|footer|version-badge|version-banner)|theme-edit-this-page|theme-last-updated",
    "edit-?(?:this-)?page|edit-link|edit-this-page|md-content__button|md-source-file|md-source-date",
    "last-updated|page-metadata|pagination|pagination-nav|prev-next|prev-next-area|rst-footer-buttons",
    "headerlink|hash-link|header-anchor|heading-anchor|anchor-link|anchorjs-link|sl-anchor-link|viewcode-link",
    "sphinxsidebar|sidebar|sidebar-container|navbar|skip-link|skipnav|related-pages",
    "sr-only|visually-hidden|screen-reader-text|copy-button|copybtn|cookie-banner|page-feedback|giscus",
  ].join("|")})(?:[_]{1,2}\\w+)?$`,
);
const leftOutIds = /^(?:toc|table-of-contents|sidebar|breadcrumbs?|navbar|page-feedback)$/;
const keptAside =
  /admonition|callout|aside|alert|note|tip|warning|caution|danger|important|footnote|topic|hint/;
const editWords =
  /^(?:edit|improve|suggest (?:an )?edits?|view|show|report)\b.{0,30}\b(?:page|source|github|gitlab|edits?|issue|bitbucket)$/i;

/** Takes out what surrounds the text of a page: navigation, forms, links of headings, pictures drawn in the page. */
function prune(root: Element, isWholeBody: boolean): void {
  const waiting: Element[] = [root];
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    element.childNodes = element.childNodes.filter(
      (node) => !isElement(node) || !isLeftOut(node, isWholeBody),
    );
    for (const node of element.childNodes) if (isElement(node)) waiting.push(node);
  }
}

function isLeftOut(element: Element, isWholeBody: boolean): boolean {
  const role = attribute(element, "role");
  if (role === "tab" || role === "tabpanel" || role === "tablist") return false;
  const { tagName } = element;
  if (leftOutTags.has(tagName) || leftOutRoles.has(role)) return true;
  if (hasAttribute(element, "hidden") || attribute(element, "aria-hidden") === "true") return true;
  if (hasAttribute(element, "data-pagefind-ignore")) return true;
  if (tagName === "header") return isWholeBody || !holdsHeading(element);
  if (tagName === "aside") return !keptAside.test(attribute(element, "class").slice(0, 500));
  if (leftOutIds.test(attribute(element, "id"))) return true;
  if (isContents(element)) return true;
  if (classesOf(element).some((name) => leftOutClasses.test(name.slice(0, 100)))) return true;
  return tagName === "a" && isHelperLink(element);
}

function holdsHeading(header: Element): boolean {
  return header.childNodes.some(
    (node) => isElement(node) && (isHeading(node) || node.tagName === "hgroup"),
  );
}

/** The list of contents that Sphinx writes into a page. */
function isContents(element: Element): boolean {
  const classes = classesOf(element);
  return classes.includes("contents") && classes.includes("topic");
}

function isHelperLink(link: Element): boolean {
  const [child] = link.childNodes;
  if (link.childNodes.length > 5 || child === undefined) return false;
  const text = lineOfText(link).slice(0, 60);
  if (/^[#¶§🔗]$/u.test(text) && attribute(link, "href").includes("#")) return true;
  return editWords.test(text);
}
