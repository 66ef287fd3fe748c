import type { PageFormat } from "../../docs/page/page-format.ts";
import type { RenderedPage } from "../../docs/render/rendered-page.ts";
import type { TreeParts } from "../../docs/tree/docs-tree.ts";
import type { SourcePage } from "../../store/docs/revision-pages.ts";

/** The docs of one source in one revision. */
export type DocsParts = Pick<TreeParts, "docsFolder" | "paths" | "siteFiles" | "redirectFiles"> & {
  id: string;
  pages: SourcePage[];
};

/** Docs by their name; what they are made of is asked for when somebody does not know them. */
export type DocsOfPage = { id: string; parts(): Promise<DocsParts | undefined> };

/** A page and where it is shown. */
export type ShownPage = {
  /** Identity of the content. */
  hash: string;
  content: string;
  format: PageFormat;
  path: string;
  /** The address below which the project's pages are shown. */
  root: string;
  /** The branch or commit that is shown; absent for the docs that readers see. */
  ref?: string;
  /** Where the docs are published besides. */
  siteUrl?: string;
  /** The docs it is one of; without them its links lead where their paths do, and images are described. */
  docs?: DocsOfPage;
};

/** A page as it is shown, with the files that it names. */
export type ViewedPage = RenderedPage & { files: ReadonlySet<string> };

/** What the thread of pages is asked. */
export type ViewRequest =
  | { kind: "page"; page: Omit<ShownPage, "docs">; docsId: string | undefined }
  | { kind: "docs"; parts: DocsParts };

/** `wanted`: the docs of the page have to be told first. */
export type ViewReply = ViewedPage | { wanted: true } | { told: true };
