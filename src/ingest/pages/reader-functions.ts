import type { Edition } from "../../docs/site/edition.ts";
import { findSite } from "../../docs/site/find-site.ts";
import { examineSiteFile, type SiteFileText } from "../../docs/site/read-site-files.ts";
import type { PagePlace, Site } from "../../docs/site/site.ts";
import type { Embedder } from "../../models/vectors/static/embedder.ts";
import type { FileText, PageText } from "../formats/format.ts";
import { gatherIncludes, type IncludedTexts } from "../includes/gather-includes.ts";
import { type FileKind, kindOfFile } from "./kind-of-file.ts";
import type { ReadPage } from "./page-identity.ts";
import { parseBlob } from "./parse-blob.ts";
import { convertFile } from "./read-file.ts";

/** A site as the source holds it. `id` is another one whenever something is. */
export type SiteTexts = { id: string; paths: string[]; siteFiles: ReadonlyMap<string, string> };

/** What a sync has to know of a site before it reads pages. */
export type SiteFacts = Pick<
  Site,
  "generator" | "isPlain" | "slugStyle" | "values" | "problems"
> & {
  /** Those of its paths that are pages. */
  pages: ReadonlySet<string>;
};

/** Pages that are to find their place, each with its front matter. */
export type UnplacedPages = {
  site: SiteTexts;
  pages: { path: string; metadata: Record<string, unknown> }[];
};
export type SitePlace = PagePlace & { edition: Edition };

/** A file with what it takes to make pages of it. */
export type FileRequest = Required<Pick<FileText, "path" | "text" | "values">> & {
  included: IncludedTexts;
};

/** The pages of a file, or the files that are to be read first because it takes them in. */
export type FileReply =
  | { wanted: string[] }
  | { pages: PageText[]; includes: string[]; reason?: string };

/** Everything that a sync does with text that somebody else wrote. */
export function readerFunctions(embedder: () => Embedder) {
  const siteOf = keepLastSite();
  return {
    examine: (file: SiteFileText) => examineSiteFile(file),
    open(texts: SiteTexts): SiteFacts {
      const site = siteOf(texts);
      const { generator, isPlain, slugStyle, values, problems } = site;
      const pages = new Set(texts.paths.filter((path) => site.isPage(path)));
      return { generator, isPlain, slugStyle, values, problems, pages };
    },
    place({ site: texts, pages }: UnplacedPages): SitePlace[] {
      const site = siteOf(texts);
      const byPath = new Map(pages.map(({ path, metadata }) => [path, metadata]));
      return pages.map(({ path, metadata }) => {
        const place = site.place(path, metadata, (other) => byPath.get(other));
        return { ...place, edition: site.edition(path) };
      });
    },
    read: readFile,
    parse: (page: ReadPage) => parseBlob(embedder(), page),
  };
}

/** A site is opened once for all that is asked of it in a sync. */
function keepLastSite(): (texts: SiteTexts) => Site {
  let last: { id: string; site: Site } | undefined;
  return (texts) => {
    if (last?.id !== texts.id) last = { id: texts.id, site: findSite(texts) };
    return last.site;
  };
}

/** Formats whose pages take in other files. */
const includingKinds = new Set<FileKind>(["markdown", "rst", "asciidoc"]);

function readFile({ path, text, values, included }: FileRequest): FileReply {
  const kind = kindOfFile(path);
  if (!includingKinds.has(kind)) return { includes: [], ...convertFile({ path, text }) };
  const gathered = gatherIncludes({ path, content: text }, values, included);
  if ("wanted" in gathered) return gathered;
  const { content, includes, problems, inserted } = gathered;
  if (kind === "markdown") return { pages: [{ path, content, problems }], includes };
  const { pages } = convertFile({ path, text: content, values, inserted });
  return { pages: pages.map((page) => ({ ...page, problems })), includes };
}
