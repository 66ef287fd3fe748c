import {
  isText,
  listOf,
  memberOf,
  recordOf,
  type StaticValue,
  textOf,
} from "../../values/static-value.ts";
import { type Edition, soleEdition } from "../edition.ts";
import { withoutEnding } from "../paths.ts";

type Above = { version: Choice | undefined; language: Choice | undefined };
type Choice = { names: string[]; isMain: boolean };
type Found = { versions: Set<string>; isRelease: boolean; language: Choice | undefined };

const deepest = 30;

/**
 * The versions and languages that the navigation is divided into. The one marked as default, else the first, is the main
 * one. A page may be listed in several versions; one that is not listed is in the language that its folder names.
 */
export function mintlifyEditions(navigation: StaticValue): (key: string) => Edition {
  const pages = new Map<string, Found>();
  const languages = new Map<string, Choice>();
  const visit = (value: StaticValue, above: Above, depth: number): void => {
    if (depth > deepest) return;
    if (isText(value)) note(pages, value.value, above);
    for (const item of listOf(value)) visit(item, above, depth + 1);
    for (const [key, held] of recordOf(value) ?? []) {
      for (const [item, inside] of divided(key, held, above)) {
        const [tag] = inside.language?.names ?? [];
        if (inside.language && tag !== undefined) languages.set(tag, inside.language);
        visit(item, inside, depth + 1);
      }
    }
  };
  visit(navigation, { version: undefined, language: undefined }, 0);
  return (key) => editionOf(key, pages.get(key), languages);
}

/** What a member of the navigation holds, each part with the version and the language that it is in. */
function divided(key: string, held: StaticValue, above: Above): [StaticValue, Above][] {
  const kind = key === "versions" ? "version" : key === "languages" ? "language" : undefined;
  if (kind === undefined || !Array.isArray(held)) return [[held, above]];
  const marked = held.findIndex((item) => memberOf(item, "default") === true);
  return held.map((item, place) => {
    const names = [textOf(memberOf(item, kind)), textOf(memberOf(item, "tag"))];
    const isMain = place === Math.max(0, marked);
    const choice = { names: names.filter((name) => name !== undefined), isMain };
    return [item, { ...above, [kind]: choice }];
  });
}

function note(pages: Map<string, Found>, written: string, { version, language }: Above): void {
  const key = withoutEnding(written.replace(/^(?:\.?\/)+|(?<!\/)\/+$/g, ""));
  const known = pages.get(key) ?? { versions: new Set(), isRelease: false, language };
  for (const name of version?.names ?? []) known.versions.add(name);
  pages.set(key, { ...known, isRelease: known.isRelease || version?.isMain !== false });
}

function editionOf(
  key: string,
  found: Found | undefined,
  languages: ReadonlyMap<string, Choice>,
): Edition {
  const parts = key.split("/");
  const main = [...languages.values()].find(({ isMain }) => isMain);
  const language = found?.language ?? languages.get(parts[0] ?? "") ?? main;
  const versions = [...(found?.versions ?? [])];
  const names = new Set([...versions, language?.names[0] ?? ""]);
  return {
    ...soleEdition(parts.filter((part) => !names.has(part)).join("/")),
    versions,
    isOtherVersion: found !== undefined && !found.isRelease,
    locale: languages.size > 1 ? (language?.names[0] ?? "") : "",
    isTranslation: language?.isMain === false,
  };
}
