import { defuseCode } from "../../text/safe/defuse-markdown.ts";
import { visibleLine } from "../../text/safe/visible-text.ts";
import { navigationFormats } from "../site/find-site.ts";
import { nameOf } from "../site/paths.ts";
import { isOfOtherTool } from "../site/plain/other-tool.ts";
import type { Site } from "../site/site.ts";
import { listed, plural } from "./tally.ts";

type Place = {
  site: Site;
  siteFiles: ReadonlyMap<string, string>;
  pages: string[];
  /** Front matter of the pages that were read. */
  metadata: ReadonlyMap<string, Record<string, unknown>>;
};

const mostGroups = 30;
const mostFiles = 5;

/** What builds the site, which files hold its navigation, and its groups with the number of pages in each. */
export function describeNavigation(place: Place, paths: string[]): string[] {
  const { site, pages, metadata } = place;
  if (site.isPlain) return plainLines(paths);
  const groups = groupsOf(place);
  const count = groups.reduce((sum, group) => sum + group.pages, 0);
  // A page's own front matter may name the id it is listed under.
  const isSure = site.addressNeeds === "path" || metadata.size === pages.length;
  const least = isSure ? "" : "at least ";
  const ending = groups.length > 0 ? ", in these groups:" : ".";
  return [
    `Site: ${site.label}, set up in ${defuseCode(site.configPath)}.`,
    ...entryLine(place),
    ...otherFiles(place),
    `The navigation lists ${least}${count} of ${plural(pages.length, "page")}${ending}`,
    ...listed(
      groups.map(({ title, pages }) => `${title}: ${pages}`),
      mostGroups,
    ),
  ];
}

type Group = { title: string; pages: number; position: number };

/** The two outermost levels of groups, in the order of the navigation. */
function groupsOf({ site, pages, metadata }: Place): Group[] {
  const groups = new Map<string, Group>();
  for (const page of pages) {
    if (!site.isPage(page)) continue;
    const { section, position } = site.place(page, metadata.get(page) ?? {});
    if (position === undefined) continue;
    const title = visibleLine(section.slice(0, 2).join(" > ")).slice(0, 150) || "(no group)";
    const group = groups.get(title) ?? { title, pages: 0, position };
    group.pages += 1;
    group.position = Math.min(group.position, position);
    groups.set(title, group);
  }
  return [...groups.values()].sort((left, right) => left.position - right.position);
}

function entryLine({ site, siteFiles }: Place): string[] {
  const file = site.navigationFile("");
  const format = navigationFormats.find(({ isFile }) => isFile(file));
  if (format === undefined) return [];
  const groups = format.groups(siteFiles.get(file) ?? "");
  const entries = groups.flatMap((group) => group.pages).filter((page) => !page.includes("://"));
  const entry = entries.find((page) => page.includes("/")) ?? entries[0];
  if (entry === undefined) return ["It names no pages: the folders are the navigation."];
  return [`A page is listed there as ${defuseCode(JSON.stringify(entry.slice(0, 200)))}.`];
}

function otherFiles({ site: { configPath, folder }, siteFiles }: Place): string[] {
  const near = [...siteFiles.keys()].filter((path) => {
    return path !== configPath && path.startsWith(folder === "" ? "" : `${folder}/`);
  });
  const files = near.filter((path) => {
    return /sidebar|nav/i.test(nameOf(path)) && !/(?:^|\/)versioned_/.test(path);
  });
  const folders = near.filter((path) => /^(?:_category_\.|\.pages$)/.test(nameOf(path))).length;
  const shown = files.slice(0, mostFiles).map((path) => defuseCode(path.slice(0, 200)));
  return [
    ...(shown.length > 0 ? [`Its navigation is also in ${shown.join(", ")}.`] : []),
    ...(folders > 0
      ? [`${plural(folders, "folder")} set their own title or order in a file.`]
      : []),
  ];
}

/** Sites that are not known here still have files that a change may have to touch. */
function plainLines(paths: string[]): string[] {
  const files = paths
    .filter(isOfOtherTool)
    .sort((left, right) => left.split("/").length - right.split("/").length);
  if (files.length === 0) return ["Site: a folder of Markdown pages, without a navigation file."];
  const shown = files.slice(0, mostFiles).map((path) => defuseCode(path.slice(0, 200)));
  const left = files.length - shown.length;
  const more = left > 0 ? ` and ${left} more` : "";
  return [
    `Site: not one whose navigation is read here. These files may hold it: ${shown.join(", ")}${more}.`,
  ];
}
