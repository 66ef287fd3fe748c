import { once } from "../../lib/once.ts";
import { languageOfPath } from "../../text/language-of-path.ts";
import type { Edition, PageLanguage } from "./edition.ts";
import { folderVersions, type ListedVersions } from "./folder-versions.ts";

/** What the folders of a site say of versions, and its settings of languages. */
export function editionFinder(
  pages: () => string[],
  languageOf: (path: string) => PageLanguage | undefined,
  listed: () => ListedVersions,
): (path: string) => Edition {
  const split = (path: string) => languageOf(path) ?? unnamedLanguage(path);
  const versions = once(() =>
    folderVersions(
      pages().map((path) => split(path).rest),
      listed(),
    ),
  );
  return (path) => {
    const { rest, locale, isTranslation } = split(path);
    return { ...versions()(rest), locale, isTranslation };
  };
}

/** The site does not say: a name in the path that is one of a language still tells translations apart from other pages. */
function unnamedLanguage(path: string): PageLanguage {
  const tag = languageOfPath(path);
  const parts = path.split("/");
  const name = parts.pop() ?? "";
  const at = tag === undefined ? -1 : parts.indexOf(tag);
  const isInName = tag !== undefined && at === -1;
  const endings = [".", "_", "-"].map((mark) => `${mark}${tag}.`);
  const ending = isInName ? endings.find((one) => name.includes(one)) : undefined;
  const bare = ending === undefined ? name : name.replace(ending, ".");
  const rest = [...parts.filter((_, place) => place !== at), bare].join("/");
  return { locale: "", isTranslation: false, rest };
}
