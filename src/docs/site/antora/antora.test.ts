import { expect, test } from "vitest";
import { findSite, referencesOf } from "../find-site.ts";

const pages = [
  "modules/ROOT/pages/index.adoc",
  "modules/ROOT/pages/guide/run.adoc",
  "modules/api/pages/load.adoc",
  "modules/api/pages/_hidden.adoc",
  "modules/api/partials/note.adoc",
  "README.adoc",
];
const config = `name: kite
version: '2.1'
nav:
- modules/ROOT/nav.adoc
- modules/api/nav.adoc
asciidoc:
  attributes:
    url-site: https://kite.example
    release: 2.1.3@
`;
const nav =
  ".Start\n* xref:index.adoc[]\n* Tasks\n** xref:guide/run.adoc[Run `it`]\n** xref:guide/run.adoc#end[The end]\n";

function siteOf(text: string) {
  const siteFiles = new Map([
    ["antora.yml", text],
    ["modules/ROOT/nav.adoc", nav],
    ["modules/api/nav.adoc", "* xref:api:load.adoc[Load]\n* xref:other:a:b.adoc[Elsewhere]\n"],
  ]);
  return findSite({ paths: pages, siteFiles });
}

test("addresses begin with the component, its version and the module", () => {
  const site = siteOf(config);
  const published = pages.filter((path) => site.isPage(path));
  expect(published.map((path) => site.place(path, {}).address)).toEqual([
    "kite/2.1/index.html",
    "kite/2.1/guide/run.html",
    "kite/2.1/api/load.html",
  ]);
  const alone = siteOf("name: ROOT\nversion: ~\n");
  expect(alone.place("modules/ROOT/pages/index.adoc", {}).address).toBe("index.html");
});

test("the lists of links are the navigation, and the settings give values to pages", () => {
  const site = siteOf(config);
  expect(referencesOf("antora.yml", config)).toEqual([
    "modules/ROOT/nav.adoc",
    "modules/api/nav.adoc",
  ]);
  const places = pages.slice(0, 3).map((path) => site.place(path, {}));
  expect(places.map(({ position, section, title }) => [position, section, title])).toEqual([
    [0, ["Start"], ""],
    [1, ["Start", "Tasks"], "Run it"],
    [2, [], "Load"],
  ]);
  expect(site.values.get("url-site")).toBe("https://kite.example");
  expect(site.values.get("release")).toBe("2.1.3");
});
