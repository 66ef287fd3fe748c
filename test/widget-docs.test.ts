import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { recipeOf } from "../bench/sites/widget/build-site.ts";
import { recipesOf } from "../bench/sites/widget/recipes.ts";
import { optionNames } from "../web/widget/option-names.ts";
import { type KeptSiteName, keptSites, readKeptSite } from "./kept-sites.ts";
import { root } from "./server-process.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const page = read("docs/widget.mdx");

test("the docs list every option of the widget and no other", () => {
  const listed = [...page.matchAll(/^\| `(data-[a-z-]+)` \|/gm)].map(([, name]) => name);
  const attributes = Object.keys(optionNames).map(
    (name) => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
  );
  expect(listed.toSorted()).toEqual(attributes.toSorted());
});

test("the docs list every variable that the widget's styles and scripts read", () => {
  const sources = globSync("web/widget/**/*.{css,ts}", { cwd: root, exclude: ["**/dist/**"] });
  const used = sources.flatMap((path) => read(path).match(/--docent-[a-z-]+/g) ?? []);
  const listed = page.match(/--docent-[a-z-]+/g) ?? [];
  expect([...new Set(listed)].sort()).toEqual([...new Set(used)].sort());
});

test("the docs list every event of the widget", () => {
  const types = /export type WidgetEvents = \{\n([\s\S]*?)\n\};/.exec(
    read("web/widget/widget-events.ts"),
  );
  const events = [...(types?.[1] ?? "").matchAll(/^ {2}(\w+):/gm)].map(
    ([, name]) => `docent:${name}`,
  );
  const rows = [...page.matchAll(/^\| (`docent:[^|]+) \|/gm)].flatMap(
    ([, cell = ""]) => cell.match(/docent:\w+/g) ?? [],
  );
  expect(rows.toSorted()).toEqual(events.toSorted());
});

test("the sites that are kept were built with the recipes as the docs have them", () => {
  const recipes = recipesOf(read("docs/chat-on-your-site.mdx"));
  const { name } = JSON.parse(read("packages/react/package.json"));
  expect(recipes.get("app.tsx")).toContain(`from "${name}"`);
  for (const site of Object.keys(keptSites) as KeptSiteName[]) {
    const { recipe } = readKeptSite(site);
    expect(recipe, "npm run bench:widget-sites builds them anew").toEqual(recipeOf(site));
  }
});
