import { decodedPart } from "../../page/link-parts.ts";
import { valueOfData } from "../../values/read-data.ts";
import { memberOf, recordOf, type StaticValue, textOf } from "../../values/static-value.ts";
import { makeSite } from "../make-site.ts";
import { emptyNavigation, listedAs, listPage } from "../navigation-list.ts";
import { below, cleanAddress, folderOf, joined, locate, nameOf } from "../paths.ts";
import { reportComputed } from "../report-computed.ts";
import type { Generator, Site, SiteInput, SiteProblem } from "../site.ts";
import { readSummary, summaryEntries, summaryNavigation } from "./summary.ts";

const isConfig = (path: string) => nameOf(path) === "book.toml";

export const mdbook: Generator = {
  name: "mdbook",
  isConfig,
  navigationNames: () => ["book"],
  refersTo: (path, text) =>
    isConfig(path) ? [joined(sourceFolder(path, valueOfData(text, path)), "SUMMARY.md")] : [],
  readEntries: ({ path, text }) =>
    summaryNavigation.isFile(path)
      ? { root: folderOf(path), read: summaryEntries(text) }
      : undefined,
  navigation: summaryNavigation,
  read: readMdbook,
};

function sourceFolder(configPath: string, config: StaticValue): string {
  return locate(folderOf(configPath), textOf(memberOf(config, "book", "src")) ?? "src").folder;
}

/** The summary is the navigation, and what it does not list is not published. */
function readMdbook(input: SiteInput): Site {
  const { siteFiles, configPath } = input;
  const problems: SiteProblem[] = [];
  const config = valueOfData(siteFiles.get(configPath) ?? "", configPath);
  reportComputed(problems, config, "This file is not valid TOML, so the usual folders are used.");
  const root = sourceFolder(configPath, config);
  const summary = joined(root, "SUMMARY.md");
  const navigation = emptyNavigation();
  for (const { title, section, written, line } of readSummary(siteFiles.get(summary) ?? "")) {
    if (written === "") continue;
    const at = { kind: "text", value: written, path: summary, line } as const;
    listPage(navigation, keyOf(written), { section, title, at });
  }
  const isPage = (path: string) => path !== summary && /\.md$/i.test(below(root, path) ?? "");
  const html = memberOf(config, "output", "html");
  return makeSite(input, {
    generator: "mdbook",
    label: "mdBook",
    layout: { roots: [root], base: textOf(memberOf(html, "site-url")) ?? "" },
    // Books stand side by side on one domain.
    links: { owned: "folders" },
    // Included files may have headings of their own.
    anchors: { addsHeadings: /\{\{#(?:rustdoc_)?include/ },
    listedOnly: true,
    problems,
    // The first chapter is shown at the top as well.
    otherAddresses: () => ["", "print", ...(recordOf(memberOf(html, "redirect"))?.keys() ?? [])],
    entries: ({ isFile }) =>
      navigation.named.map(({ key, at }) => {
        const wanted = joined(root, key);
        return { ...at, written: at.value, exists: isFile(wanted), wanted };
      }),
    navigationFile: () => summary,
    nameInNavigation: ({ path }) => below(root, path) ?? path,
    isPage,
    place(path) {
      const key = below(root, path) ?? path;
      return {
        address: addressOf(key),
        ...listedAs(navigation, key),
        hidden: !isPage(path) || !navigation.listings.has(key),
      };
    },
  });
}

function keyOf(written: string): string {
  return cleanAddress(decodedPart(written.replace(/[?#][\s\S]*$/, "")));
}

/** A README is the index of its folder. */
function addressOf(key: string): string {
  const stem = cleanAddress(key.replace(/\.md$/i, ""));
  const isIndex = /(?:^|\/)(?:index|readme)$/i.test(stem);
  if (!isIndex) return `${stem}.html`;
  return folderOf(stem) === "" ? "" : `${folderOf(stem)}/`;
}
