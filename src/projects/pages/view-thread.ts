import { posix } from "node:path";
import type { PageAddresses } from "../../docs/render/page-addresses.ts";
import { renderPage } from "../../docs/render/render-page.ts";
import { type ShownDocs, treeAddresses } from "../../docs/render/tree-addresses.ts";
import { docsTree } from "../../docs/tree/docs-tree.ts";
import { serveCalls } from "../../lib/thread-calls.ts";
import { refQueryText } from "../../search/page-url.ts";
import type { DocsParts, ShownPage, ViewReply, ViewRequest } from "./view-request.ts";

/** The program of the thread that makes HTML of pages. */
serveCalls(async (request: ViewRequest): Promise<ViewReply> => {
  if (request.kind === "page") return render(request.page, request.docsId);
  keep(request.parts);
  return { told: true };
});

const mostDocs = 4;
const known = new Map<string, ShownDocs & { fileOf: ReadonlyMap<string, string> }>();

function keep({ id, pages, docsFolder, ...parts }: DocsParts): void {
  const files = pages.map(({ path, file, metadata }) => ({
    path,
    metadata,
    file: posix.join(docsFolder === "" ? "." : docsFolder, file),
  }));
  const tree = docsTree({
    ...parts,
    docsFolder,
    pagePaths: new Set(files.map(({ file }) => file)),
    metadata: new Map(files.map(({ file, metadata }) => [file, metadata])),
  });
  // One file may hold many pages; a link to it leads to the first.
  const pageOfFile = new Map(files.toReversed().map(({ file, path }) => [file, path]));
  const fileOf = new Map(files.map(({ path, file }) => [path, file]));
  known.delete(id);
  known.set(id, { tree, pageOfFile, pages: new Set(fileOf.keys()), fileOf });
  for (const oldest of known.keys()) {
    if (known.size <= mostDocs) break;
    known.delete(oldest);
  }
}

function render(page: Omit<ShownPage, "docs">, docsId: string | undefined): ViewReply {
  const { content, format, path, root, ref, siteUrl = "" } = page;
  if (docsId === undefined) {
    const addresses = plainAddresses({ root, path, ref });
    return { ...renderPage(content, { format, slugStyle: "github", addresses }), files: new Set() };
  }
  const docs = known.get(docsId);
  if (docs === undefined) return { wanted: true };
  const file = docs.fileOf.get(path) ?? path;
  const addresses = treeAddresses(docs, { root, path, file, ref, siteUrl });
  const { slugStyle } = docs.tree.site;
  return { ...renderPage(content, { format, slugStyle, addresses }), files: addresses.files };
}

type Place = Pick<ShownPage, "root" | "path"> & { ref: string | undefined };

/** Links as their paths are written, for pages whose docs are not known. */
function plainAddresses({ root, path, ref }: Place): PageAddresses {
  return {
    link(href) {
      if (href.startsWith("#")) return { href, isOutside: false };
      if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(href)) return { href, isOutside: true };
      const base = `http://docs/${path}`;
      const url = URL.parse(href, base);
      if (url === null) return undefined;
      const address = url.pathname.replace(/\.(?:mdx?|markdown)$/i, "");
      return { href: `${root}${address}${refQueryText(ref)}${url.hash}`, isOutside: false };
    },
    image: () => undefined,
  };
}
