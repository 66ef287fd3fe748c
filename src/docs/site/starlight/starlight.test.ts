import { expect, test } from "vitest";
import { findSite, isSiteFile } from "../find-site.ts";

/** Pages are named alone; site files come with their text. */
function siteOf(pages: string[], files: Record<string, string>) {
  const siteFiles = new Map(Object.entries(files).filter(([path]) => isSiteFile(path)));
  return findSite({ paths: pages, siteFiles });
}

const config = `
import { defineConfig } from 'astro/config';
import starlight from '@astrojs/starlight';
export default defineConfig({
  site: 'https://acme.example',
  integrations: [
    sitemap({ x: 1 }),
    starlight({
      title: 'Acme',
      locales: { root: { label: 'English', lang: 'en' }, fr: { label: 'Français' } },
      sidebar: [
        'start',
        { label: 'Guides', items: [{ slug: 'guides/keys', label: 'Keys' }, { label: 'Out', link: 'https://example.com' }] },
        { label: 'Reference', autogenerate: { directory: 'reference' } },
        { label: 'Home', link: '/' },
      ],
    }),
  ],
});
`;
const root = "src/content/docs";
const pages = [
  `${root}/start.md`,
  `${root}/guides/Keys.mdx`,
  `${root}/reference/index.md`,
  `${root}/reference/b.md`,
  `${root}/reference/a.md`,
  `${root}/reference/deep/x y.md`,
  `${root}/index.mdx`,
  `${root}/fr/start.md`,
  `${root}/fr/reference/a.md`,
  `${root}/_partial.md`,
  "src/content/blog/a.md",
];

test("addresses are the slugs of the paths, and pages stand in the sidebar", () => {
  const site = siteOf(pages, { "astro.config.mjs": config });
  expect(site).toMatchObject({ generator: "starlight", slugStyle: "github", problems: [] });
  const placed = pages.slice(0, 9).map((path) => ({ path, ...site.place(path, {}) }));
  expect(placed.map(({ address }) => address)).toEqual([
    "start/",
    "guides/keys/",
    "reference/",
    "reference/b/",
    "reference/a/",
    "reference/deep/x-y/",
    "",
    "fr/start/",
    "fr/reference/a/",
  ]);
  const order = placed.toSorted((left, right) => (left.position ?? 0) - (right.position ?? 0));
  expect(order.map(({ address }) => address)).toEqual([
    "start/",
    "guides/keys/",
    "reference/",
    "reference/a/",
    "reference/b/",
    "reference/deep/x-y/",
    "",
    "fr/start/",
    "fr/reference/a/",
  ]);
  expect(placed[1]).toMatchObject({ title: "Keys", section: ["Guides"] });
  expect(placed[5]?.section).toEqual(["Reference", "deep"]);
});

test("front matter decides slug, label, order and drafts", () => {
  const site = siteOf(pages, { "astro.config.mjs": config });
  expect(site.place(`${root}/start.md`, { slug: "Other/place" }).address).toBe("Other/place/");
  const a = site.place(`${root}/reference/a.md`, { sidebar: { label: "Ay" } });
  const b = site.place(`${root}/reference/b.md`, { sidebar: { order: 1 } });
  expect(a.title).toBe("Ay");
  expect(b.position).toBeLessThan(a.position ?? 0);
  expect(
    site.place(`${root}/reference/a.md`, { sidebar: { hidden: true } }).position,
  ).toBeUndefined();
  expect(site.place(`${root}/start.md`, { draft: true }).hidden).toBe(true);
  expect(site.place(`${root}/start.md`, { sidebar: "x", slug: 3 }).address).toBe("start/");
});

test("partials and other collections are not pages", () => {
  const site = siteOf(pages, { "astro.config.mjs": config });
  expect(pages.filter((path) => !site.isPage(path))).toEqual(pages.slice(9));
});

test("without a sidebar pages are in folder order, each language for itself", () => {
  const text =
    "export default defineConfig({ trailingSlash: 'never', integrations: [starlight({ defaultLocale: 'en', locales: { en: {}, fr: {} } })] })";
  const own = [`${root}/fr/a.md`, `${root}/en/b.md`, `${root}/en/a.md`];
  const site = siteOf(own, { "astro.config.ts": text });
  const order = own.toSorted(
    (l, r) => (site.place(l, {}).position ?? 0) - (site.place(r, {}).position ?? 0),
  );
  expect(order).toEqual([`${root}/en/a.md`, `${root}/en/b.md`, `${root}/fr/a.md`]);
  expect(site.place(`${root}/en/b.md`, {}).address).toBe("en/b");
});

test("a source that is the docs folder finds the configuration above it", () => {
  const site = siteOf(["start.md", "reference/a.md"], { "../../../astro.config.mjs": config });
  expect(site.place("start.md", {})).toMatchObject({ address: "start/", position: 0 });
});

test("an Astro site without Starlight is no docs site", () => {
  expect(siteOf(["a.md"], { "astro.config.mjs": "export default {}" }).generator).toBe("plain");
});
