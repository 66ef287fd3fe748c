import { randomUUID } from "node:crypto";
import { readSiteFiles } from "../../docs/site/read-site-files.ts";
import type { Site, SiteProblem } from "../../docs/site/site.ts";
import { AppError } from "../../lib/app-error.ts";
import type { SourceSnapshot } from "../sources/source.ts";
import { decodeText } from "./decode-text.ts";
import type { PageReader } from "./page-reader.ts";
import type { SitePlace, SiteTexts, UnplacedPages } from "./reader-functions.ts";
import { identityOfSite } from "./remember-sites.ts";

/** What a sync asks of a site. */
export type OpenedSite = Pick<
  Site,
  "generator" | "isPlain" | "slugStyle" | "values" | "problems" | "isPage"
> & {
  /** Of all that decides about the places of pages beside their own front matter; "" where that was too costly to read. */
  id: string;
  /** Files that were asked for while its settings were read, there or not. */
  settings: ReadonlySet<string>;
  /** Where each of the pages is on the site. */
  place(pages: UnplacedPages["pages"]): Promise<Placed>;
};

type Placed = { places: SitePlace[]; problems: SiteProblem[] };
type SiteReader = Pick<PageReader, "examine" | "open" | "place">;

/** What the site's own settings say about its pages. They are read as text and never run; where that is too costly they count as none. */
export async function openSite(reader: SiteReader, snapshot: SourceSnapshot): Promise<OpenedSite> {
  const { siteFiles, settings, problems } = await readSettings(reader, snapshot);
  const paths = snapshot.files.map((file) => file.path);
  const texts: SiteTexts = { id: randomUUID(), paths, siteFiles };
  const plain: SiteTexts = { id: randomUUID(), paths, siteFiles: new Map() };
  const [own] = await reader.open([texts]);
  const site = own ?? (await reader.open([plain]))[0];
  if (site === undefined) throw tooCostlyToPlace();
  if (own === undefined) problems.push(settingsProblem(siteFiles));
  return {
    ...site,
    id: own === undefined ? "" : identityOfSite(texts),
    settings,
    problems: [...problems, ...site.problems],
    isPage: (path) => site.pages.has(path),
    async place(pages) {
      const [places] = own === undefined ? [] : await reader.place([{ site: texts, pages }]);
      if (places !== undefined) return { places, problems: [] };
      const [plainPlaces] = await reader.place([{ site: plain, pages }]);
      if (plainPlaces === undefined) throw tooCostlyToPlace();
      return {
        places: plainPlaces,
        problems: own === undefined ? [] : [settingsProblem(siteFiles)],
      };
    },
  };
}

async function readSettings(reader: SiteReader, { support, files, read }: SourceSnapshot) {
  const known = new Map([...support, ...files].map((file) => [file.path, file]));
  const problems: SiteProblem[] = [];
  const settings = new Set<string>();
  async function* readEach(paths: string[]) {
    for (const path of paths) settings.add(path);
    for await (const { file, content } of read(paths.flatMap((path) => known.get(path) ?? []))) {
      const text = decodeText(content);
      if (text !== undefined) yield { path: file.path, content: text };
    }
  }
  const own = support.map(({ path }) => path);
  const siteFiles = await readSiteFiles(own, readEach, async (some) => {
    const examined = await reader.examine(some);
    const costly = some.filter((_, index) => examined[index] === undefined);
    for (const { path } of costly) problems.push({ path, line: 0, message: tooCostlyFile });
    return examined;
  });
  return { siteFiles, settings, problems };
}

const tooCostlyFile = "The file is too costly to read, so it counts as missing. Simplify it.";

function settingsProblem(siteFiles: ReadonlyMap<string, string>): SiteProblem {
  const [path = ""] = siteFiles.keys();
  const message =
    "The site's settings are too costly to read, so the pages are read as a plain folder. Simplify the settings.";
  return { path, line: 0, message };
}

function tooCostlyToPlace(): AppError {
  return new AppError(
    "too_large",
    "The pages of the source are too costly to put in order. Name a smaller folder as its sub-folder.",
  );
}
