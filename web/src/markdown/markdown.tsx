import { Fragment, memo, type ReactNode } from "react";
import type { MarkdownNode } from "../../shared/markdown/markdown-node.ts";
import { FencedCode } from "../ui/code-block.tsx";
import { parseMarkdown } from "./parse-markdown.ts";

type MarkerView = (number: number) => ReactNode;

type MarkdownProps = {
  text: string;
  /** Draws the marker [n]; without it, or when it gives nothing, the marker stays text. */
  marker?: MarkerView;
};

/** Markdown drawn as elements, never as HTML text. */
export const Markdown = memo(function Markdown({ text, marker }: MarkdownProps) {
  return <div className="prose">{drawAll(parseMarkdown(text), marker)}</div>;
});

function drawAll(nodes: MarkdownNode[], marker: MarkerView | undefined): ReactNode[] {
  return nodes.map((node, index) => {
    const key = `${node.type}-${index}`;
    return <Fragment key={key}>{draw(node, marker)}</Fragment>;
  });
}

function draw(node: MarkdownNode, marker: MarkerView | undefined): ReactNode {
  switch (node.type) {
    case "text":
      return node.text;
    case "marker":
      return drawMarker(node, marker);
    case "code":
      return <code>{node.text}</code>;
    case "fence":
      return <FencedCode text={node.text} info={node.info} />;
    case "break":
      return <br />;
    case "link":
      return (
        <a href={node.href} target="_blank" rel="noreferrer">
          {drawAll(node.children, marker)}
        </a>
      );
    case "element":
      return drawElement(node, marker);
  }
}

function drawMarker(
  { number, gap, tail }: MarkdownNode & { type: "marker" },
  marker: MarkerView | undefined,
): ReactNode {
  const drawn = marker?.(number);
  if (!drawn) return `${gap}[${number}]${tail}`;
  return (
    <span className="marker-group">
      {drawn}
      {tail}
    </span>
  );
}

function drawElement(
  { tag: Tag, start, children }: MarkdownNode & { type: "element" },
  marker: MarkerView | undefined,
): ReactNode {
  if (Tag === "hr") return <hr />;
  const inside = drawAll(children, marker);
  if (Tag === "ol") return <ol start={start}>{inside}</ol>;
  if (Tag !== "table") return <Tag>{inside}</Tag>;
  return (
    <div className="prose-table">
      <table>{inside}</table>
    </div>
  );
}
