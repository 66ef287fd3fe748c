import MarkdownIt from "markdown-it";
import { Marked } from "marked";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { type DefaultTreeAdapterMap, parseFragment } from "parse5";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";

type Node = DefaultTreeAdapterMap["node"];
type Renderer = { name: string; render(markdown: string): string };

/** As eager as each of them gets: HTML, bare addresses, bare host names, and every scheme, where it has a switch. */
const renderers: Renderer[] = [
  { name: "markdown-it", render: withMarkdownIt({}) },
  { name: "markdown-it with everything", render: withMarkdownIt({ html: true, linkify: true }) },
  { name: "marked", render: (markdown) => new Marked().parse(markdown, { async: false }) },
  { name: "react-markdown with remark-gfm", render: withReact },
  {
    name: "micromark with GFM",
    render: (markdown) =>
      micromark(markdown, {
        extensions: [gfm()],
        htmlExtensions: [gfmHtml()],
        allowDangerousHtml: true,
        allowDangerousProtocol: true,
      }),
  },
];

/** What a renderer makes of Markdown alone. */
const plainTags = new Set(
  "p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong del s hr br table thead tbody tr th td a input".split(
    " ",
  ),
);
const plainAttributes = new Set(
  "href class start align style type checked disabled dir aria-label".split(" "),
);

/** Everything that a text of others must not become on any reader's page: tags of its own, and links that are not allowed. */
export function renderedFaults(markdown: string, isAllowed: (href: string) => boolean): string[] {
  return renderers.flatMap(({ name, render }) => {
    const found = faultsIn(parseFragment(render(markdown)), isAllowed);
    return found.map((fault) => `${name}: ${fault}`);
  });
}

function faultsIn(node: Node, isAllowed: (href: string) => boolean): string[] {
  const own = "tagName" in node ? elementFaults(node, isAllowed) : [];
  const inner = "childNodes" in node ? node.childNodes : [];
  return [...own, ...inner.flatMap((child) => faultsIn(child, isAllowed))];
}

function elementFaults(
  { tagName, attrs }: DefaultTreeAdapterMap["element"],
  isAllowed: (href: string) => boolean,
): string[] {
  if (!plainTags.has(tagName)) return [`<${tagName}>`];
  return attrs.flatMap(({ name, value }) => {
    if (!plainAttributes.has(name)) return [`${name}=${value} on <${tagName}>`];
    return name === "href" && !isAllowed(value) ? [`a link to ${value}`] : [];
  });
}

function withMarkdownIt(options: { html?: boolean; linkify?: boolean }): Renderer["render"] {
  const renderer = new MarkdownIt(options);
  if (options.linkify) {
    renderer.validateLink = () => true;
    renderer.linkify.set({ fuzzyLink: true, fuzzyEmail: true });
  }
  return (markdown) => renderer.render(markdown);
}

function withReact(markdown: string): string {
  const element = createElement(ReactMarkdown, { remarkPlugins: [remarkGfm] }, markdown);
  return renderToStaticMarkup(element);
}
