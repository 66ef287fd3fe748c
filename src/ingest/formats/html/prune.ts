import {
  attribute,
  classesOf,
  type Element,
  hasAttribute,
  isElement,
  lineOfText,
} from "./element.ts";

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
export function prune(root: Element, isWholeBody: boolean): void {
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
    (node) => isElement(node) && (/^h[1-6]$/.test(node.tagName) || node.tagName === "hgroup"),
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
