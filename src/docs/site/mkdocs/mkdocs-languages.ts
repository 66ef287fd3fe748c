import { once } from "../../../lib/once.ts";
import { languageOfPath } from "../../../text/language-of-path.ts";
import { listOf, memberOf, recordOf, type StaticValue, textOf } from "../../values/static-value.ts";
import type { PageLanguage } from "../edition.ts";
import { guessLocales, languageByFolder } from "../locale-folders.ts";
import { below, folderOf, joined, nameOf } from "../paths.ts";

/** How a site has its pages in several languages. */
export type MkdocsLanguages = {
  /** Folders of docs in other languages that lie beside the docs folder. */
  folders: string[];
  /** Folder in the docs folder that the navigation's pages are in; "" for itself. */
  mainFolder: string;
  /** A path as seen from the docs folder of its language; undefined for files elsewhere. */
  insideOf(path: string): string | undefined;
  of(path: string): PageLanguage | undefined;
  /** The path, as seen from the docs folder, under which a page is published. */
  publishedAs(path: string): string;
};

type Input = {
  config: StaticValue;
  configPath: string;
  folder: string;
  paths: readonly string[];
};

/**
 * By the plugin for translations, or by whole docs folders beside this one such as `docs/en/docs` and `docs/de/docs`, each
 * of them published below its language; else by folders that are called like languages.
 */
export function mkdocsLanguages(input: Input): MkdocsLanguages {
  const { config, folder, paths } = input;
  const options = pluginOptions(memberOf(config, "plugins"));
  if (options !== undefined) return byPlugin(options, folder);
  const siblings = siblingFolders(input);
  if (siblings.size > 0) return bySiblings(siblings, input);
  const insideOf = (path: string) => below(folder, path);
  const main = textOf(memberOf(config, "theme", "language"));
  const locales = once(() =>
    guessLocales(
      paths.flatMap((path) => insideOf(path) ?? []),
      main,
    ),
  );
  const of = (path: string) => languageByFolder(locales(), insideOf(path) ?? path);
  return {
    folders: [],
    mainFolder: "",
    insideOf,
    of,
    publishedAs: (path) => insideOf(path) ?? path,
  };
}

function pluginOptions(plugins: StaticValue): StaticValue {
  const items = [...listOf(plugins), plugins];
  return items.map((item) => memberOf(item, "i18n")).find((held) => recordOf(held) !== undefined);
}

/** Languages are endings of names (`setup.fr.md`) or folders; the main one is published at the top, others below their name. */
function byPlugin(options: StaticValue, folder: string): MkdocsLanguages {
  const written = memberOf(options, "languages");
  const items = listOf(written);
  const marked = items.find((item) => memberOf(item, "default") === true);
  const listed = items.flatMap((item) => textOf(memberOf(item, "locale")) ?? []);
  const tags = listed.length > 0 ? listed : [...(recordOf(written)?.keys() ?? [])];
  const named = textOf(memberOf(marked, "locale")) ?? textOf(memberOf(options, "default_language"));
  const main = named ?? tags[0] ?? "en";
  const isByFolder = textOf(memberOf(options, "docs_structure")) === "folder";
  const byFolder = new Map([main, ...tags].map((tag) => [tag, tag]));
  const insideOf = (path: string) => below(folder, path);
  const of = (path: string): PageLanguage | undefined => {
    const inside = insideOf(path) ?? path;
    if (isByFolder) return languageByFolder({ byFolder, main }, inside);
    const ending = /\.([\w-]{2,12})(?=\.\w{1,10}$)/.exec(nameOf(inside));
    const locale = byFolder.get(ending?.[1] ?? "") ?? main;
    const isNamed = byFolder.has(ending?.[1] ?? "");
    const name = isNamed ? nameOf(inside).replace(ending?.[0] ?? "", "") : nameOf(inside);
    return { locale, isTranslation: locale !== main, rest: joined(folderOf(inside), name) };
  };
  const mainFolder = isByFolder ? main : "";
  return { folders: [], mainFolder, insideOf, of, publishedAs: publishedBy(of) };
}

function publishedBy(of: MkdocsLanguages["of"]): MkdocsLanguages["publishedAs"] {
  return (path) => {
    const { locale, isTranslation, rest } = of(path) ?? { rest: path };
    return isTranslation && locale ? joined(locale, rest) : rest;
  };
}

/** Docs folders of other languages beside that of the configuration, by their paths. */
function siblingFolders({ config, configPath, folder, paths }: Input): Map<string, string> {
  const own = folderOf(configPath);
  const inner = below(own, folder);
  const isLanguage = (name: string) => languageOfPath(`${name}/page`) === name;
  const found = new Map<string, string>();
  // A configuration that takes another one in is that of a translation.
  const isTaken = textOf(memberOf(config, "INHERIT")) !== undefined;
  if (isTaken || inner === undefined || !isLanguage(nameOf(own))) return found;
  const parent = folderOf(own);
  for (const path of paths) {
    const name = (below(parent, path) ?? "").split("/", 1)[0] ?? "";
    const other = joined(parent, name, inner);
    if (joined(parent, name) === own || found.has(other)) continue;
    if (isLanguage(name) && below(other, path) !== undefined) found.set(other, name);
  }
  return found;
}

function bySiblings(siblings: ReadonlyMap<string, string>, input: Input): MkdocsLanguages {
  const main = nameOf(folderOf(input.configPath));
  const folders = new Map([[input.folder, main], ...siblings]);
  const of = (path: string): PageLanguage | undefined => {
    for (const [folder, locale] of folders) {
      const rest = below(folder, path);
      if (rest !== undefined) return { locale, isTranslation: locale !== main, rest };
    }
    return undefined;
  };
  const insideOf = (path: string) => of(path)?.rest;
  const beside = [...siblings.keys()];
  return { folders: beside, mainFolder: "", insideOf, of, publishedAs: publishedBy(of) };
}
