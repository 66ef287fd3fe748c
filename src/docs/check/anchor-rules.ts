import type { AnchorRules } from "../site/site.ts";
import type { ReadTree } from "../tree/open-tree.ts";

const onForge: AnchorRules = { style: "github", isLoose: false, addsHeadings: undefined };

/** Pages beside the site are read on the forge, which has GitHub's anchors. */
export function anchorRules(docs: ReadTree, path: string): AnchorRules {
  const isPublished = docs.pages.get(path)?.isPublished ?? false;
  return isPublished ? docs.site.anchors : onForge;
}
