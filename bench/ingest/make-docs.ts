import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pageText } from "./page-text.ts";

const pagesPerGroup = 50;

/** A docs tree on disk with a `docs.json`: the same pages for the same number, every time. */
export function makeDocs(root: string, pageCount: number): void {
  const groups = new Map<string, string[]>();
  for (let number = 0; number < pageCount; number += 1) {
    const path = pagePath(number);
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, pageText(number, pagePath(Math.max(number - 1, 0))));
    const group = dirname(path);
    groups.set(group, [...(groups.get(group) ?? []), path.replace(/\.mdx$/, "")]);
  }
  const navigation = { groups: [...groups].map(([group, pages]) => ({ group, pages })) };
  writeFileSync(join(root, "docs.json"), JSON.stringify({ name: "Bench", navigation }, null, 2));
}

export function pagePath(number: number): string {
  return `guides-${Math.floor(number / pagesPerGroup)}/page-${number}.mdx`;
}
