import MarkdownIt, { type Token } from "markdown-it";
import {
  type MarkdownNode,
  type MarkdownTag,
  withMarkers,
} from "../../shared/markdown/markdown-node.ts";
import { webAddress } from "../../shared/web-address.ts";

const longestText = 500_000;

/** Untrusted Markdown as a tree of the few things we draw: no HTML, no image, links to the web only. */
export function parseMarkdown(text: string): MarkdownNode[] {
  const parser = new MarkdownIt({ html: false, linkify: false });
  return readTokens(parser.parse(text.slice(0, longestText), {}));
}

/** Opening and closing tokens become nodes with children. */
function readTokens(tokens: Token[]): MarkdownNode[] {
  const root: MarkdownNode[] = [];
  const lists = [root];
  for (const token of tokens) {
    const list = lists.at(-1) ?? root;
    if (token.nesting === 1) lists.push(openNode(token, list));
    else if (token.nesting === -1) lists.pop();
    else list.push(...leafNodes(token));
  }
  return root;
}

function openNode(token: Token, list: MarkdownNode[]): MarkdownNode[] {
  const href = token.type === "link_open" ? webAddress(token.attrGet("href")) : undefined;
  const tag = tagOf(token);
  if (href) {
    const children: MarkdownNode[] = [];
    list.push({ type: "link", href, children });
    return children;
  }
  if (!tag || token.hidden) return list;
  const children: MarkdownNode[] = [];
  const start = Number(token.attrGet("start") ?? 1);
  list.push({ type: "element", tag, start, children });
  return children;
}

function leafNodes(token: Token): MarkdownNode[] {
  switch (token.type) {
    case "inline":
      return readTokens(token.children ?? []);
    case "text":
      return withMarkers(token.content);
    case "code_inline":
      return [{ type: "code", text: token.content }];
    case "fence":
    case "code_block":
      return [{ type: "fence", text: token.content, info: token.info }];
    case "softbreak":
      return [{ type: "text", text: "\n" }];
    case "hardbreak":
      return [{ type: "break" }];
    case "hr":
      return [{ type: "element", tag: "hr", start: 1, children: [] }];
    default:
      return token.content ? [{ type: "text", text: token.content }] : [];
  }
}

const tags: Record<string, MarkdownTag> = {
  ...{ p: "p", ul: "ul", ol: "ol", li: "li", blockquote: "blockquote", strong: "strong", em: "em" },
  ...{ s: "s", table: "table", thead: "thead", tbody: "tbody", tr: "tr", th: "th", td: "td" },
  ...{ h1: "h3", h2: "h3", h3: "h4", h4: "h5", h5: "h5", h6: "h5" },
};

/** Headings stand below the page's own, so they begin further down. */
function tagOf(token: Token): MarkdownTag | undefined {
  return Object.hasOwn(tags, token.tag) ? tags[token.tag] : undefined;
}
