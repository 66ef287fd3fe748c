import { element, type PageNode } from "../tree/page-node.ts";
import type { Built } from "./built.ts";
import { linkAttributes } from "./link-shapes.ts";

/** A film or a frame from elsewhere is a link to it: nothing is fetched for a reader who did not ask. */
export function mediaShape({ mark, children, lines, addresses }: Built): PageNode[] {
  const { name, attributes } = mark;
  const id = attributes.get("id") ?? attributes.get("videoid") ?? attributes.get("videoId");
  const found = attributes.get("src") ?? attributes.get("url") ?? attributes.get("href");
  const made =
    /youtube/.test(name) && id !== undefined
      ? `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`
      : undefined;
  const link = linkAttributes(found ?? made ?? "", addresses);
  const what =
    name === "audio" ? "Audio" : name === "iframe" || name === "embed" ? "Embedded page" : "Video";
  const title = attributes.get("title") ?? attributes.get("alt") ?? attributes.get("caption");
  const text = title === undefined ? what : `${what}: ${title}`;
  if (link === undefined || (found ?? made ?? "") === "") return children;
  return [element("p", { class: "dx-media" }, [element("a", link, [text])], lines)];
}
