import type { SlugStyle } from "../page/slug.ts";
import type { Edition } from "./edition.ts";
import type { NavigationFormat } from "./navigation.ts";
import type { NavigationEntries } from "./navigation-entry.ts";

export type { SlugStyle } from "../page/slug.ts";

export type PagePlace = {
  /** Address below the site's base URL, without leading slash: "guides/keys/". Not percent-encoded. */
  address: string;
  /** Place in the navigation from 0; undefined when the navigation does not list it. Sorts pages; there may be gaps. */
  position: number | undefined;
  /** Titles of the navigation groups above it, outermost first. */
  section: string[];
  /** Title the navigation gives it; "" for none. */
  title: string;
  /** The generator does not publish it (excluded, partial, draft by config). */
  hidden: boolean;
};

export type SiteProblem = { path: string; line: number; message: string };

/** How a site's addresses and its folders belong together. */
export type SiteLayout = {
  /** Folders that the pages stand in. */
  roots: string[];
  /** Folders whose files are served from the top of the site. */
  served: string[];
  /** What addresses in links may begin with, without slashes around it. */
  base: string;
  /** Addresses below which the pages are published; "" for the top. */
  routes: string[];
  /** Folders of translations, which show the original where they lack a page. */
  languages: string[];
};

/** How the links of a site's pages are followed. */
export type LinkRules = {
  /** A relative link without a file's ending is left to the browser, which knows addresses only. */
  followsAddresses: boolean;
  /** What links begin with that start at a certain folder. */
  alias: { prefix: string; folder: string } | undefined;
  /** Addresses do not follow from paths alone, so the path of a page is no address of it. */
  isStrict: boolean;
  /**
   * Which addresses from the top are surely the site's own: all; those that begin like the address of a page; those in a
   * folder of its pages; none, so that only links to files can be told wrong. Others may belong to something else on the same domain.
   */
  owned: "all" | "sections" | "folders" | "none";
};

/** How a site makes anchors of headings. */
export type AnchorRules = {
  style: SlugStyle;
  /** Nobody says how punctuation is written, so letters and digits alone are compared. */
  isLoose: boolean;
  /** What stands on a page for headings that are made elsewhere. */
  addsHeadings: RegExp | undefined;
};

/** What `.md` pages may hold that runs where the site is built: all of MDX, expressions of a template, or nothing. */
export type PageCodeKind = "mdx" | "template" | "none";

/** What a site takes in `.mdx` files beyond MDX itself: `<!-- -->`, and `## Heading {#id}`. */
export type MdxRules = { comments: boolean; headingIds: boolean };

/** A place in a navigation file that names a page. */
export type SiteEntry = {
  /** The file it stands in. */
  path: string;
  line: number;
  /** As written, or the address that is meant. */
  written: string;
  /** Whether the page is there. */
  exists: boolean;
  /** Path or address to look for something like it. */
  wanted: string;
};

/** What entries of the navigation may name. */
export type KnownPages = {
  isFile(path: string): boolean;
  isFolder(path: string): boolean;
  /** Whether there is a page or something else at an address, which has no slashes around it. */
  isAt(address: string): boolean;
  /** Every page file, by path. */
  pages: ReadonlyMap<string, { metadata: Record<string, unknown> }>;
};

/** A site as its own files describe it. Paths are those of the files it was read from. */
export type Site = {
  /** Name of what makes the site, for people and for the record: nothing is decided by it. "plain" for nothing. */
  generator: string;
  /** The same as its makers write it. */
  label: string;
  /** A folder of pages that nothing is known to build. */
  isPlain: boolean;
  /** Path of its configuration; "" where there is none. */
  configPath: string;
  /** Folder that the configuration stands in. */
  folder: string;
  /** How the generator makes anchors of headings. */
  slugStyle: SlugStyle;
  layout: SiteLayout;
  links: LinkRules;
  anchors: AnchorRules;
  mdx: MdxRules;
  pageCode: PageCodeKind;
  /** What the address of a page depends on. */
  addressNeeds: "front-matter" | "path";
  /** What the navigation does not list is not published. */
  listedOnly: boolean;
  /** What pages may name that the settings hold: a release, an address. */
  values: ReadonlyMap<string, string>;
  /** What could not be read of the site's files. */
  problems: SiteProblem[];
  /** Whether the generator publishes this file as a page at all: partials, snippets folders, files outside the docs folder are not. */
  isPage(path: string): boolean;
  /** `metadata` is the page's front matter, with `title` from the text where there is none in it. */
  place(
    path: string,
    metadata: Record<string, unknown>,
    /** That of other pages, where it is known: some decide about those below them. */
    metadataOf?: (path: string) => Record<string, unknown> | undefined,
  ): PagePlace;
  /** The version and the language that a page is of. */
  edition(path: string): Edition;
  /** Whether a page that a translation lacks is there in the main language, and so shown in its place. */
  hasOriginal(path: string): boolean;
  /** Whether readers find a page that the navigation does not list: posts, pages in a bar at the top. */
  isFoundOtherwise(path: string, address: string): boolean;
  /** Addresses it answers at although no page has them: redirects, and what it makes of `paths` by code. `*` stands for any end. */
  otherAddresses(paths: Iterable<string>): string[];
  /** The entries of the navigation that are written out, each with its own place. */
  entries(known: KnownPages): SiteEntry[];
  /** The file in which a page is listed, and how it would be named there; `like` is an entry as others are written. */
  navigationFile(path: string): string;
  nameInNavigation(page: { path: string; address: string }, like: string): string;
  /** The id by which a navigation file names a page; undefined when the file is about other pages. */
  entryId(path: string, metadata: Record<string, unknown>, file: string): string | undefined;
};

/** What a generator's reader is given: its configuration file among all the site's files, and the pages. */
export type SiteInput = {
  paths: readonly string[];
  siteFiles: ReadonlyMap<string, string>;
  configPath: string;
  /** Folder that the configuration stands in. */
  folder: string;
  /** Folder of the docs; "" for all of the files. */
  docsFolder: string;
};

/** A navigation file among the files of its site. */
export type NavigationFile = {
  path: string;
  text: string;
  siteFiles: ReadonlyMap<string, string>;
};

/** What moves have to know of a navigation file; `root` is the folder below which it names pages by their path. */
export type NavigationRead = { root: string; read: NavigationEntries };

/** A kind of site. */
export type Generator = {
  /** As `Site.generator` has it. */
  name: string;
  /** Whether the file may be a configuration of it, by its path. */
  isConfig(path: string): boolean;
  /** Whether a file with this path and text is one. Left out: every file of that name is. */
  isOwn?(path: string, text: string): boolean;
  /** Other tools have settings of that name too: those that are not its own are no files of a site. */
  hasCommonName?(path: string): boolean;
  /** Files besides the configuration that decide about the site. */
  isCompanion?(path: string): boolean;
  /** Files that a file of the site takes in: they are read with it. */
  refersTo?(path: string, text: string): string[];
  /**
   * What is navigation in one of its files of data: names at the top of it, or all of it. Left out: nothing is. The rest
   * decides what runs where the site is built, or may.
   */
  navigationNames?(path: string): readonly string[] | "all" | undefined;
  /** A hidden folder that holds its settings. */
  settingsFolder?: string;
  /** Folders in it that hold what the generator makes, or how pages look. */
  unreadFolders?: readonly string[];
  /** A hidden folder that holds what its agents are told about writing. */
  guidanceFolder?: string;
  /** Every string of a file that names a page, whether the site lists it there or not; undefined for files of other kinds. */
  readEntries?(file: NavigationFile): NavigationRead | undefined;
  /** How the file that lists the pages is changed, where that can be done. */
  navigation?: NavigationFormat;
  read(input: SiteInput): Site;
};
