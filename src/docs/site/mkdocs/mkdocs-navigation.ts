import { posix } from "node:path";
import {
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import type {
  NavigationFormat,
  NavigationGroup,
  NavigationTitle,
  NewEntry,
} from "../navigation.ts";
import { folderOf } from "../paths.ts";

const maxLength = 200_000;

/** The `nav` of `mkdocs.yml`. */
export const mkdocsNavigation: NavigationFormat = {
  isFile: (path) => /(?:^|\/)mkdocs\.ya?ml$/.test(path),
  isSiteAlone: true,
  root: (path, text) => posix.join(folderOf(path), mkdocsFolder(text)).replace(/^\.$/, ""),
  nameOf: (inside) => inside,
  groups: mkdocsGroups,
  titles: mkdocsTitles,
  writeTitle: yamlText,
  add: addToMkdocsNavigation,
  slugStyle: "python",
  linksFromTop: false,
  note: (text) => `!!! note\n\n    ${text.replaceAll("\n", "\n    ")}`,
};

function mkdocsGroups(text: string): NavigationGroup[] {
  return sectionsIn(text).map(({ title, list }) => ({ title, pages: pagesOf(list) }));
}

function mkdocsTitles(text: string): NavigationTitle[] {
  return sectionsIn(text)
    .flatMap(({ list }) => list.items.filter(isMap).flatMap((item) => item.items))
    .flatMap(({ key }) => (isScalar(key) ? titleOf(key) : []))
    .sort((left, right) => left.start - right.start);
}

/** A new line after the last one of its section. A `nav` written in one line is left alone. */
function addToMkdocsNavigation(text: string, entry: NewEntry): string | undefined {
  const sections = sectionsIn(text);
  const top = sections[0];
  if (top === undefined) return undefined;
  const line = `${yamlText(entry.title)}: ${yamlText(entry.page)}`;
  const wanted = entry.group?.trim().toLowerCase();
  const named = sections.find((section) => section.title.trim().toLowerCase() === wanted);
  if (named !== undefined) return append(text, named.list, [line]);
  if (wanted !== undefined) {
    return append(text, top.list, [`${yamlText(entry.group?.trim() ?? "")}:`, `  - ${line}`]);
  }
  const near = sections.find((section) => pagesOf(section.list).includes(entry.near ?? ""));
  return append(text, (near ?? top).list, [line]);
}

/** The folder of the pages, as mkdocs.yml names it. */
function mkdocsFolder(text: string): string {
  const named = /^docs_dir:[ \t]*["']?([^"'#\r\n]{1,200})/m.exec(text)?.[1]?.trim();
  return (named ?? "docs").replace(/^\.\/|\/+$/g, "");
}

type Section = { title: string; list: YAMLSeq };

function sectionsIn(text: string): Section[] {
  if (text.length > maxLength) return [];
  const document = parseDocument(text, { logLevel: "silent", uniqueKeys: false });
  const nav =
    document.errors.length > 0 || !isMap(document.contents) ? undefined : document.get("nav", true);
  const sections: Section[] = [];
  const visit = (list: YAMLSeq, title: string) => {
    sections.push({ title, list });
    for (const item of list.items) {
      if (!isMap(item)) continue;
      for (const { key, value } of item.items) if (isSeq(value)) visit(value, String(key));
    }
  };
  if (isSeq(nav)) visit(nav, "");
  return sections;
}

function pagesOf(list: YAMLSeq): string[] {
  return list.items.flatMap((item) => {
    if (isScalar(item)) return [String(item.value)];
    if (!isMap(item)) return [];
    return valuesOf(item).map((value) => String(value.value));
  });
}

function valuesOf(item: YAMLMap): Scalar[] {
  return item.items.map(({ value }) => value).filter((value) => isScalar(value));
}

function titleOf(key: Scalar): NavigationTitle[] {
  if (typeof key.value !== "string" || !key.range) return [];
  return [{ title: key.value, start: key.range[0], end: key.range[1] }];
}

function append(text: string, list: YAMLSeq, lines: string[]): string | undefined {
  const last = list.items.at(-1);
  if (list.flow || !(isMap(last) || isScalar(last)) || !last.range) return undefined;
  const lineStart = text.lastIndexOf("\n", last.range[0]) + 1;
  const mark = /^[ \t]*-[ \t]+/.exec(text.slice(lineStart, last.range[0] + 1))?.[0];
  if (mark === undefined) return undefined;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const indent = " ".repeat(mark.length);
  const added = lines.map((line, index) => (index === 0 ? mark : indent) + line).join(eol);
  const content = text.slice(0, last.range[1]).trimEnd();
  const end = text.indexOf("\n", content.length);
  if (end === -1) return `${text.trimEnd()}${eol}${added}${eol}`;
  return `${text.slice(0, end + 1)}${added}${eol}${text.slice(end + 1)}`;
}

/** Plain where YAML reads it back as the same text, else quoted. */
function yamlText(text: string): string {
  const isPlain =
    /^[A-Za-z][\w ./()-]*$/.test(text) && !/ $|^(?:true|false|null|yes|no|on|off)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}
