import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { formatOf } from "../../src/docs/page/page-format.ts";
import { layOutPage } from "../../src/docs/render/layout/lay-out-page.ts";
import { renderPage } from "../../src/docs/render/render-page.ts";
import { isShownAs } from "../../src/docs/render/shapes/shape-mark.ts";
import { treePages } from "./tree-pages.ts";

const addresses = {
  link: (href: string) => ({ href, isOutside: false }),
  image: (src: string) => ({ src }),
};

/**
 * Renders every page of the docs trees in a folder and says how much of the processor's time it took and which components were shown by their
 * words alone: `node bench/reader/run.ts FOLDER [TREE…]`.
 */
const [root = "", ...named] = process.argv.slice(2);
const trees = named.length > 0 ? named : await readdir(root);
console.log(
  "| tree | pages | failures | ms a page | ms of the slowest | components | by their words alone |",
);
console.log("|---|--:|--:|--:|--:|--:|---|");
for (const tree of trees) console.log(await measure(tree));

async function measure(tree: string): Promise<string> {
  const unknown = new Map<string, number>();
  let [pages, failures, components, totalMs, slowestMs] = [0, 0, 0, 0, 0];
  for await (const { path, content } of treePages(join(root, tree))) {
    const format = formatOf(path);
    const started = process.cpuUsage();
    try {
      renderPage(content, { format, slugStyle: "github", addresses });
    } catch (error) {
      failures += 1;
      console.error(tree, path, error);
    }
    const { user, system } = process.cpuUsage(started);
    const ms = (user + system) / 1_000;
    pages += 1;
    totalMs += ms;
    slowestMs = Math.max(slowestMs, ms);
    for (const mark of layOutPage(content, format).marks) {
      if (mark.kind !== "open" && mark.kind !== "empty") continue;
      components += 1;
      const { name } = mark.element;
      if (!isShownAs(mark.element)) unknown.set(name, (unknown.get(name) ?? 0) + 1);
    }
  }
  const most = [...unknown].sort((left, right) => right[1] - left[1]).slice(0, 20);
  const list = most.map(([name, count]) => `${name} ${count}`).join(", ");
  const perPage = (totalMs / Math.max(1, pages)).toFixed(2);
  return `| ${tree} | ${pages} | ${failures} | ${perPage} | ${slowestMs.toFixed(0)} | ${components} | ${list} |`;
}
