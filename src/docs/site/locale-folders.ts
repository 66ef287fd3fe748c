import { languageOfPath } from "../../text/language-of-path.ts";
import type { PageLanguage } from "./edition.ts";

/** The languages of a site, each in a folder; "" is the folder that the others stand in. */
export type Locales = {
  /** Tags by the folders that they are in. */
  byFolder: ReadonlyMap<string, string>;
  /** The folder of the main language. */
  main: string;
};

/** A page's language by the first folder of its path on the site; undefined where the site has but one. */
export function languageByFolder(
  { byFolder, main }: Locales,
  inside: string,
): PageLanguage | undefined {
  if (byFolder.size < 2) return undefined;
  const first = inside.split("/", 1)[0] ?? "";
  const isInFolder = first !== inside && byFolder.has(first);
  const folder = isInFolder ? first : "";
  const locale = byFolder.get(folder) ?? byFolder.get(main) ?? "";
  const rest = isInFolder ? inside.slice(first.length + 1) : inside;
  return { locale, isTranslation: folder !== main && byFolder.has(folder), rest };
}

/** Where the settings cannot be read: folders at the top that are called like languages. */
export function guessLocales(insides: Iterable<string>, main: string | undefined): Locales {
  const folders = new Set<string>();
  let isInTop = false;
  for (const inside of insides) {
    const first = inside.split("/", 1)[0] ?? "";
    if (languageOfPath(`${first}/page`) === first && first !== inside) folders.add(first);
    else if (first !== inside) isInTop = true;
  }
  const byFolder = new Map([...folders].map((folder) => [folder, folder]));
  const usual = main ?? "en";
  if (isInTop && !folders.has(usual)) byFolder.set("", usual);
  return { byFolder, main: folders.has(usual) ? usual : "" };
}
