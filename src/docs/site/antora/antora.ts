import { posix } from "node:path";
import { valueOfData } from "../../values/read-data.ts";
import {
  memberOf,
  recordOf,
  type StaticValue,
  textOf,
  textsOf,
} from "../../values/static-value.ts";
import { makeSite } from "../make-site.ts";
import { emptyNavigation, listedAs, listPage, type NavigationList } from "../navigation-list.ts";
import { below, cleanAddress, folderOf, joined, locate, nameOf } from "../paths.ts";
import { reportComputed } from "../report-computed.ts";
import type { Generator, Site, SiteInput, SiteProblem } from "../site.ts";

const isConfig = (path: string) => /^antora\.ya?ml$/.test(nameOf(path));

export const antora: Generator = {
  name: "antora",
  isConfig,
  navigationNames: () => ["title", "nav", "display_version"],
  refersTo: (path, text) =>
    isConfig(path)
      ? navigationFiles(locate(folderOf(path), "").folder, valueOfData(text, path))
      : [],
  read: readAntora,
};

function navigationFiles(folder: string, config: StaticValue): string[] {
  return textsOf(memberOf(config, "nav")).map((written) =>
    posix.normalize(joined(folder, written)),
  );
}

/** Pages stand in modules; their addresses begin with the names of the component, its version and the module. */
function readAntora(input: SiteInput): Site {
  const { siteFiles, configPath } = input;
  const problems: SiteProblem[] = [];
  const config = valueOfData(siteFiles.get(configPath) ?? "", configPath);
  reportComputed(problems, config, "This file is not valid YAML, so addresses may differ.");
  const { folder } = locate(input.folder, "");
  const name = scalar(memberOf(config, "name"));
  const version = scalar(memberOf(config, "version"));
  const navigation = emptyNavigation();
  for (const path of navigationFiles(folder, config)) {
    const module = below(joined(folder, "modules"), path)?.split("/", 1)[0] ?? "ROOT";
    readNavigation(navigation, siteFiles.get(path) ?? "", module);
  }
  const pageOf = (path: string) => modulePage(below(folder, path));
  return makeSite(input, {
    generator: "antora",
    label: "Antora",
    layout: { roots: [folder] },
    links: { owned: "none" },
    anchors: { addsHeadings: /\S/ },
    values: attributesOf(config, { name, version }),
    problems,
    isPage: (path) => pageOf(path) !== undefined,
    navigationFile: () => navigationFiles(folder, config)[0] ?? configPath,
    nameInNavigation: ({ path }) => pageOf(path)?.file ?? path,
    place(path) {
      const page = pageOf(path);
      const { module = "ROOT", file = path } = page ?? {};
      const parts = [name === "ROOT" ? "" : name, version, module === "ROOT" ? "" : module];
      return {
        address: cleanAddress(joined(...parts, file.replace(/\.adoc$/, ".html"))),
        ...listedAs(navigation, `${module}/${file}`),
        hidden: page === undefined,
      };
    },
  });
}

function scalar(value: StaticValue): string {
  return typeof value === "number" ? String(value) : (textOf(value) ?? "");
}

/** Names with an underscore in front are not published. */
function modulePage(inside: string | undefined): { module: string; file: string } | undefined {
  const [, module, file] =
    /^modules\/([^/]{1,100})\/pages\/(.{1,900}\.adoc)$/.exec(inside ?? "") ?? [];
  if (module === undefined || file === undefined || /(?:^|\/)[_.]/.test(file)) return undefined;
  return { module, file };
}

/** What pages may name: the attributes of the settings, and the component's own. */
function attributesOf(
  config: StaticValue,
  own: { name: string; version: string },
): Map<string, string> {
  const written = [...(recordOf(memberOf(config, "asciidoc", "attributes")) ?? [])];
  return new Map([
    ["page-component-name", own.name],
    ["page-component-version", own.version],
    ["page-version", own.version],
    ...written.map(([key, value]): [string, string] => [
      key.toLowerCase(),
      scalar(value).replace(/@$/, ""),
    ]),
  ]);
}

const mostEntries = 5_000;

/** Lists of links; a title in front of one, and the entries above, are its groups. */
function readNavigation(navigation: NavigationList, text: string, module: string): void {
  let group: string[] = [];
  const above: string[] = [];
  for (const line of text.split("\n", mostEntries)) {
    const title = /^\.([^\s.].{0,300})$/.exec(line)?.[1];
    if (title !== undefined) {
      group = [wordsOf(title)];
      above.length = 0;
    }
    const [, marks = "", entry = ""] = /^(\*{1,9}|\.{1,9}) {1,9}(\S.{0,1000})$/.exec(line) ?? [];
    if (marks === "") continue;
    above.length = Math.min(above.length, marks.length - 1);
    const [, target, words = ""] = /xref:([^\s[\]]{1,500})\[([^\]]{0,300})\]/.exec(entry) ?? [];
    const key = target === undefined ? undefined : keyOf(target, module);
    if (key !== undefined && !target?.includes("#"))
      listPage(navigation, key, {
        section: [...group, ...above.filter((part) => part !== "")],
        title: wordsOf(words),
      });
    above[marks.length - 1] = wordsOf(target === undefined ? entry : words);
  }
}

/** `module:page.adoc`; a page of another component is not ours. */
function keyOf(target: string, module: string): string | undefined {
  const parts = target
    .replace(/#[\s\S]*$/, "")
    .replace(/^page\$/, "")
    .split(":");
  if (parts.length > 2) return undefined;
  const [own = module, file = ""] = parts.length === 2 ? parts : [module, parts[0]];
  return `${own || "ROOT"}/${file}`;
}

function wordsOf(text: string): string {
  return text.replace(/[`*]/g, "").trim();
}
