import type { Edition } from "../../docs/site/edition.ts";
import type { VisiblePage } from "../../store/docs/pages.ts";
import { makePageTree, type PageGroup, pagesOf, type TreePage } from "./page-tree.ts";

/** Another version or language, and where it is read. */
export type EditionChoice = { name: string; path: string; isCurrent: boolean };

/** What surrounds a page. */
export type Reading = {
  tree: PageGroup;
  before: TreePage | undefined;
  after: TreePage | undefined;
  versions: EditionChoice[];
  languages: EditionChoice[];
};

/** The pages of a revision in the order and groups they are read in, each version and language for itself. */
export type Readings = {
  of(page: ReadPage): Reading;
  /** The pages around one; around none in particular, those that readers are shown first. */
  treeAt(path: string): PageGroup;
  titleOf(path: string): string | undefined;
};

type ReadPage = Pick<VisiblePage, "path" | "edition">;
type Listed = Pick<
  VisiblePage,
  "path" | "title" | "listedTitle" | "section" | "position" | "sourceId" | "edition"
>;

export function createReadings(pages: readonly Listed[]): Readings {
  const trees = new Map<string, Ordered>();
  const topics = Map.groupBy(pages, ({ edition }) => edition.topic);
  const treeOf = (edition: Edition): Ordered => {
    const key = JSON.stringify([edition.versions, edition.locale]);
    const known = trees.get(key) ?? orderPages(pages.filter(belongsTo(edition)));
    trees.set(key, known);
    return known;
  };
  const known = new Map(pages.map((page) => [page.path, page]));
  return {
    titleOf: (path) => known.get(path)?.title,
    treeAt(path) {
      const page = known.get(path) ?? pages.find(isMain) ?? pages[0];
      return page ? treeOf(page.edition).tree : makePageTree([]);
    },
    of({ path, edition }) {
      const { tree, order, places } = treeOf(edition);
      const place = places.get(path) ?? -1;
      const alike = topics.get(edition.topic) ?? [];
      return {
        tree,
        before: place > 0 ? order[place - 1] : undefined,
        after: place >= 0 ? order[place + 1] : undefined,
        versions: versionsOf(pages, alike, edition),
        languages: languagesOf(pages, alike, edition),
      };
    },
  };
}

function isMain({ edition }: Listed): boolean {
  return !edition.isOtherVersion && !edition.isTranslation;
}

type Ordered = { tree: PageGroup; order: TreePage[]; places: Map<string, number> };

/** Pages without a version, as news, stand beside those of every version. */
function belongsTo(edition: Edition): (page: ReadPage) => boolean {
  return ({ edition: { versions, isOtherVersion, locale } }) => {
    const isSameVersion =
      edition.versions.length === 0
        ? !isOtherVersion
        : versions.length === 0 || versions[0] === edition.versions[0];
    return isSameVersion && (locale === edition.locale || locale === "");
  };
}

function orderPages(pages: Listed[]): Ordered {
  const listed = pages.filter(({ position }) => position !== undefined).sort(byPosition);
  const sources = new Set(listed.map(({ sourceId }) => sourceId));
  const others = pages.filter(({ position }) => position === undefined);
  // A source without navigation is read folder by folder; what a navigation leaves out comes behind it.
  const tree = makePageTree([
    ...listed.map(({ path, title, listedTitle, section }) => ({
      ...{ path, section },
      title: listedTitle ?? title,
    })),
    ...others.map((page) => inFolder(page, sources.has(page.sourceId) ? ["Other pages"] : [])),
  ]);
  const order = [...pagesOf(tree)];
  return { tree, order, places: new Map(order.map(({ path }, place) => [path, place])) };
}

function byPosition(left: Listed, right: Listed): number {
  if (left.sourceId !== right.sourceId) return left.sourceId < right.sourceId ? -1 : 1;
  return (left.position ?? 0) - (right.position ?? 0);
}

function inFolder({ path, title }: Listed, above: string[]): TreePage {
  const folders = path.split("/").slice(0, -1);
  return { path, title, section: [...above, ...folders.map(readable)] };
}

/** `getting-started` reads "Getting started". */
function readable(folder: string): string {
  const words =
    folder
      .replace(/^\d{1,4}[-_. ]/, "")
      .replace(/[-_]+/g, " ")
      .trim() || folder;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const mostChoices = 50;

function versionsOf(
  pages: readonly Listed[],
  alike: readonly Listed[],
  own: Edition,
): EditionChoice[] {
  if (own.versions.length === 0) return [];
  const inSeries = pages.filter(
    ({ edition }) => edition.series === own.series && edition.versions.length > 0,
  );
  const isBest = (page: Listed) => page.edition.locale === own.locale;
  return choices(inSeries, alike, {
    nameOf: ({ edition }) => edition.versions[0] ?? "",
    isBest,
    current: own.versions[0] ?? "",
  });
}

function languagesOf(
  pages: readonly Listed[],
  alike: readonly Listed[],
  own: Edition,
): EditionChoice[] {
  if (own.locale === "") return [];
  const isBest = ({ edition }: Listed) => edition.versions[0] === own.versions[0];
  return choices(
    pages.filter(({ edition }) => edition.locale !== ""),
    alike,
    { nameOf: ({ edition }) => edition.locale, isBest, current: own.locale },
  );
}

type Wanted = {
  nameOf(page: Listed): string;
  isBest(page: Listed): boolean;
  current: string;
};

/** The same page in each of them; where there is none, the first page that there is. */
function choices(
  pages: readonly Listed[],
  alike: readonly Listed[],
  { nameOf, isBest, current }: Wanted,
): EditionChoice[] {
  const found = new Map<string, { path: string; rank: number }>();
  const offer = (page: Listed, rank: number) => {
    const name = nameOf(page);
    if (name === "" || (found.get(name)?.rank ?? -1) >= rank) return;
    if (found.has(name) || found.size < mostChoices) found.set(name, { path: page.path, rank });
  };
  for (const page of pages) offer(page, isBest(page) && page.position !== undefined ? 1 : 0);
  for (const page of alike) offer(page, isBest(page) ? 3 : 2);
  if (found.size < 2) return [];
  return [...found].map(([name, { path }]) => ({ name, path, isCurrent: name === current }));
}
