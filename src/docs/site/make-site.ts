import { once } from "../../lib/once.ts";
import { boundedEdition, type PageLanguage } from "./edition.ts";
import { editionFinder } from "./edition-finder.ts";
import { listedVersions } from "./listed-versions.ts";
import { below, locate, withoutEnding } from "./paths.ts";
import type { Site, SiteInput, SiteLayout } from "./site.ts";

/** What readers see at an address that leads nowhere, in any language. */
const notFound = /^(?:[a-z]{2,3}(?:-[a-z]{2,4})?\/)?404(?:\.html|\/)?$/i;

type Needed = "generator" | "label" | "isPage" | "place";
type Facts = Pick<Site, Needed> &
  Partial<Omit<Site, "layout" | "links" | "anchors" | Needed>> & {
    layout: Pick<SiteLayout, "roots"> &
      Partial<SiteLayout> & {
        /** Folders besides `static` and `public` whose files are served as they are. */
        servedToo?: string[];
      };
    links?: Partial<Site["links"]>;
    anchors?: Partial<Site["anchors"]>;
    /** A page's language, by the site's own settings. */
    languageOf?: (path: string) => PageLanguage | undefined;
    /** The version that readers are sent to, by the site's own settings. */
    release?: string | undefined;
  };

/** A site of the facts that its generator's folder knows; what it does not say is as on most sites. */
export function makeSite(input: SiteInput, { languageOf, release, ...facts }: Facts): Site {
  const { configPath, folder, paths, siteFiles } = input;
  const style = facts.slugStyle ?? "github";
  const pages = once(() => paths.filter(facts.isPage));
  const listed = () => listedVersions(siteFiles, folder, release);
  const find = facts.edition ?? editionFinder(pages, languageOf ?? (() => undefined), listed);
  const edition = (path: string) => boundedEdition(find(path));
  const originals = once(() => originalTopics(pages(), edition));
  return {
    isPlain: false,
    configPath,
    folder,
    slugStyle: style,
    mdx: { comments: false, headingIds: true },
    pageCode: "none",
    addressNeeds: "path",
    listedOnly: false,
    values: new Map(),
    problems: [],
    isFoundOtherwise: () => false,
    otherAddresses: () => [],
    entries: () => [],
    navigationFile: () => configPath,
    nameInNavigation: ({ address }) => `/${address}`,
    entryId: (path) => withoutEnding(below(input.docsFolder, path) ?? path),
    ...facts,
    place(path, metadata, metadataOf) {
      const place = facts.place(path, metadata, metadataOf);
      return { ...place, hidden: place.hidden || notFound.test(place.address) };
    },
    edition,
    hasOriginal(path) {
      const { isTranslation, topic } = edition(path);
      return isTranslation && originals().has(topic);
    },
    layout: layoutOf(input, facts.layout),
    links: {
      followsAddresses: false,
      alias: undefined,
      isStrict: false,
      owned: "all",
      ...facts.links,
    },
    anchors: { style, isLoose: false, addsHeadings: undefined, ...facts.anchors },
  };
}

function originalTopics(pages: string[], edition: Site["edition"]): Set<string> {
  const editions = pages.map(edition).filter(({ isTranslation }) => !isTranslation);
  return new Set(editions.map(({ topic }) => topic));
}

function layoutOf({ folder, docsFolder }: SiteInput, facts: Facts["layout"]): SiteLayout {
  const { roots, base = "", routes = [], languages = [], servedToo = [] } = facts;
  const folders = [...new Set([...roots, folder, docsFolder, ""])];
  const names = ["", "static", "public", ...servedToo];
  const served = folders.flatMap((top) => names.map((name) => locate(top, name).folder));
  return { roots, served: [...new Set(served)], base: pathIn(base), routes, languages };
}

/** The path in a base that may be written as a whole address. */
function pathIn(base: string): string {
  return base.replace(/^[a-z]+:\/\/[^/]*/i, "").replace(/^\/+|(?<!\/)\/+$/g, "");
}
