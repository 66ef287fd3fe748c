import { languageOfTag } from "./language.ts";

const shape = /^[a-z]{2}(?:[-_](?:[a-z]{2}|[a-z]{4}|\d{3})){0,2}$/i;
// Languages that sites are translated into and that have no rules here.
const others = new Set("ar bg bn ca el et fa he hi hr hu id lt lv ro sk sl sr ta vi".split(" "));

/**
 * The language tag that a path names: `de/setup.md`, `i18n/pt-BR/setup.md`, `setup.de.md`, `README_zh-CN.md`. The file's
 * own suffix comes before its folders, and an outer folder before an inner one.
 */
export function languageOfPath(path: string): string | undefined {
  const folders = path.slice(0, 1000).split("/");
  const name = folders.pop() ?? "";
  const suffix = /[^.]\.([\w-]{2,12})\.\w{1,8}$/.exec(name)?.[1];
  const ofReadme = /^readme[-_]([\w-]{2,12})\.\w{1,8}$/i.exec(name)?.[1];
  return [suffix, ofReadme, ...folders].find((part) => part !== undefined && isTag(part));
}

function isTag(part: string): boolean {
  if (!shape.test(part)) return false;
  return languageOfTag(part) !== undefined || others.has(part.slice(0, 2).toLowerCase());
}
