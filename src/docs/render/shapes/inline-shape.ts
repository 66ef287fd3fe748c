import { element, type PageNode } from "../tree/page-node.ts";
import type { Built } from "./built.ts";
import { imageNode, linkAttributes } from "./link-shapes.ts";

const formats = new Set(
  "b strong i em u s del ins mark small sub sup kbd samp var q cite dfn code bdi span".split(" "),
);
const links = new Set(
  "a link navlink nextlink routerlink router-link nuxtlink button linkbutton".split(" "),
);
const badges = new Set("badge tag chip pill label version since".split(" "));
const images = new Set("img image themedimage".split(" "));
const icons = new Set(
  "icon fontawesomeicon materialicon octicon emoji input source wbr col colgroup meta".split(" "),
);

/** What stands inside a line; undefined for what does not. */
export function inlineShape(built: Built): PageNode[] | undefined {
  const { mark, children } = built;
  const { name, attributes } = mark;
  if (name === "br") return [element("br", {}, [])];
  if (formats.has(name)) return formatted(built);
  if (images.has(name)) return image(built);
  if (links.has(name)) return linked(built);
  if (icons.has(name)) return children;
  if (name === "kbd" || name === "key" || name === "shortcut")
    return [element("kbd", {}, children.length > 0 ? children : [attributes.get("value") ?? ""])];
  if (badges.has(name)) return badge(built);
  if (name === "tooltip" || name === "abbr" || name === "term" || name === "glossarytooltip")
    return tooltip(built);
  if (name === "tex")
    return [element("code", { class: "dx-math" }, [attributes.get("text") ?? ""])];
  if (name === "footnote-reference")
    return [element("footnote-reference", { label: attributes.get("label") ?? "" }, [])];
  if (name === "anchor") return [element("span", ids(built), [])];
  if (name === "picture" || name === "font" || name === "tt" || name === "time" || name === "data")
    return children;
  return undefined;
}

export function ids({ mark: { attributes } }: Pick<Built, "mark">): Record<string, string> {
  const id = attributes.get("id") ?? attributes.get("name");
  return idIfPlain(id);
}

export function idIfPlain(id: string | undefined): Record<string, string> {
  return id !== undefined && /^[^\s"'<>]{1,200}$/.test(id) ? { id } : {};
}

function formatted(built: Built): PageNode[] {
  const { name } = built.mark;
  const { id } = Object.fromEntries(built.mark.attributes);
  const own = id === undefined ? {} : ids(built);
  return name === "span" && own.id === undefined
    ? built.children
    : [element(name, own, built.children)];
}

function image({ mark: { attributes }, addresses }: Built): PageNode[] {
  const src = attributes.get("src") ?? attributes.get("light") ?? "";
  if (src === "") return [];
  const { alt = "", title, width, height } = Object.fromEntries(attributes);
  return [imageNode({ src, alt, title, width, height }, addresses)];
}

function linked(built: Built): PageNode[] {
  const { mark, children, addresses } = built;
  const { attributes } = mark;
  const written = attributes.get("href") ?? attributes.get("to") ?? attributes.get("link");
  const words =
    children.length > 0 ? children : [attributes.get("text") ?? attributes.get("label") ?? ""];
  const link = written === undefined ? undefined : linkAttributes(written, addresses);
  const own = mark.name === "a" ? ids(built) : {};
  if (link === undefined) return own.id === undefined ? words : [element("span", own, words)];
  return [element("a", { ...link, ...own }, words)];
}

function badge({ mark: { attributes }, children }: Built): PageNode[] {
  const text = attributes.get("text") ?? attributes.get("label") ?? attributes.get("title");
  const words = children.length > 0 ? children : text === undefined ? [] : [text];
  return words.length === 0 ? [] : [element("span", { class: "dx-badge" }, words)];
}

function tooltip({ mark: { attributes }, children }: Built): PageNode[] {
  const tip = ["tip", "title", "text", "content", "definition", "headline"].flatMap(
    (key) => attributes.get(key) ?? [],
  )[0];
  return tip === undefined ? children : [element("abbr", { title: tip }, children)];
}
