import { folderOf } from "../../../../docs/site/paths.ts";

/** Languages as people name them, with the folders that hold their pages. */
const codes: Record<string, string> = {
  ...{ english: "en", german: "de", french: "fr", spanish: "es", italian: "it", dutch: "nl" },
  ...{
    portuguese: "pt",
    russian: "ru",
    japanese: "ja",
    korean: "ko",
    chinese: "zh",
    turkish: "tr",
  },
  ...{ danish: "da", hindi: "hi", indonesian: "id", polish: "pl", ukrainian: "uk", czech: "cs" },
  ...{ swedish: "sv", norwegian: "no", finnish: "fi", vietnamese: "vi", arabic: "ar", greek: "el" },
  ...{ persian: "fa", hebrew: "he", romanian: "ro", hungarian: "hu", thai: "th", bengali: "bn" },
};

export const languageNames = Object.keys(codes).join("|");

const folderName = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i;

/** The folders that hold other languages' versions of the pages beside them. */
export function languageFolders(files: ReadonlySet<string>): string[] {
  const known = new Set(Object.values(codes));
  const pages = new Set([...files].map(withoutEnding));
  const found = new Set<string>();
  for (const path of files) {
    const names = path.split("/");
    for (const [at, name] of names.slice(0, -1).entries()) {
      if (!folderName.test(name) || !known.has(name.slice(0, 2).toLowerCase())) continue;
      const folder = names.slice(0, at + 1).join("/");
      const beside = withoutEnding(names.toSpliced(at, 1).join("/"));
      if (found.has(folder) || (!pages.has(beside) && !hasSisters(files, names, at))) continue;
      found.add(folder);
    }
  }
  return [...found];
}

/** The same page in another language's folder. */
function hasSisters(files: ReadonlySet<string>, names: string[], at: number): boolean {
  return Object.values(codes).some(
    (code) => code !== names[at] && files.has(names.with(at, code).join("/")),
  );
}

export function withoutEnding(path: string): string {
  return path.replace(/\.\w+$/, "");
}

/** The folders of one language; of the main one, those that are not its own. */
export function foldersOf(
  files: ReadonlySet<string>,
  language: string,
): { only: string[]; except: string[] } {
  const all = languageFolders(files);
  const code = codes[language] ?? "en";
  const own = all.filter((folder) => lastName(folder).toLowerCase().startsWith(code));
  if (own.length > 0) return { only: own, except: [] };
  return language === "english" ? { only: [], except: all } : { only: [], except: [] };
}

function lastName(folder: string): string {
  return folder.slice(folderOf(folder) === "" ? 0 : folderOf(folder).length + 1);
}

/** A page with its versions in other languages. */
export function versionsOf(files: ReadonlySet<string>, page: string): string[] {
  const plain = withoutEnding(page);
  const isVersion = (path: string) =>
    languageFolders(files).some(
      (folder) =>
        path.startsWith(`${folder}/`) &&
        withoutEnding(joined(folderOf(folder), path.slice(folder.length + 1))) === plain,
    );
  return [page, ...[...files].filter((path) => path !== page && isVersion(path))];
}

/** Where a version goes when its main page moves: as far inside its language's folder, with its own ending; undefined where it would be in none. */
export function versionPath(
  files: ReadonlySet<string>,
  { from, to, path }: { from: string; to: string; path: string },
): string | undefined {
  const folder = languageFolders(files).find((own) => path.startsWith(`${own}/`));
  const ending = /\.\w+$/.exec(path)?.[0] ?? "";
  if (folder === undefined || path === from) return to;
  const top = folderOf(folder);
  if (top !== "" && !to.startsWith(`${top}/`)) return undefined;
  return withoutEnding(joined(folder, to.slice(top === "" ? 0 : top.length + 1))) + ending;
}

function joined(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

export function isInside(path: string, folders: string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}
