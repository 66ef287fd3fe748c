export type MarkdownTag =
  | "p"
  | "h3"
  | "h4"
  | "h5"
  | "ul"
  | "ol"
  | "li"
  | "blockquote"
  | "hr"
  | "table"
  | "thead"
  | "tbody"
  | "tr"
  | "th"
  | "td"
  | "strong"
  | "em"
  | "s";

export type MarkdownNode =
  | { type: "text" | "code"; text: string }
  | { type: "marker"; number: number; gap: string; tail: string }
  | { type: "fence"; text: string; info: string }
  | { type: "break" }
  | { type: "link"; href: string; children: MarkdownNode[] }
  | { type: "element"; tag: MarkdownTag; start: number; children: MarkdownNode[] };

/** A marker clings to the word before it and to the stop behind it; the gap is kept for where it stays text. */
export function withMarkers(text: string): MarkdownNode[] {
  const pieces = text.split(/( ?)\[(\d{1,3})\]([.,;:!?)]{0,3})/);
  const nodes: MarkdownNode[] = [];
  for (let index = 0; index < pieces.length; index += 4) {
    const [words = "", gap = "", number, tail = ""] = pieces.slice(index, index + 4);
    if (words !== "") nodes.push({ type: "text", text: words });
    if (number !== undefined) nodes.push({ type: "marker", number: Number(number), gap, tail });
  }
  return nodes;
}
