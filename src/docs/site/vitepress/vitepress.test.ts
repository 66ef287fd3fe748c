import { expect, test } from "vitest";
import { findSite, isSiteFile } from "../find-site.ts";

/** Pages are named alone; site files come with their text. */
function siteOf(pages: string[], files: Record<string, string>) {
  const siteFiles = new Map(Object.entries(files).filter(([path]) => isSiteFile(path)));
  return findSite({ paths: pages, siteFiles });
}

const config = `
import { defineConfig, type DefaultTheme } from 'vitepress'
import { api } from './sidebars/api'

export default defineConfig({
  title: 'Acme',
  srcExclude: ['**/TODO.md'],
  rewrites: { 'guide/begin.md': 'guide/start.md' },
  themeConfig: {
    nav: [{ text: 'API', items: [{ text: 'x', link: '/api/' }] }, { text: 'Guide', link: '/guide/start' }],
    sidebar: {
      '/guide/': { base: '/guide/', items: guide() },
      '/api/': api,
    },
  },
})

function guide(): DefaultTheme.SidebarItem[] {
  return [
    { text: 'Begin', collapsed: false, items: [{ text: 'Start', link: 'start' }, { text: 'Next', link: 'next.md#top' }] },
    { text: 'Site', link: 'https://example.com' },
  ]
}
`;
const api =
  "export const api = [{ text: 'API', link: '/api/', items: [{ text: 'Keys', link: '/api/keys.html' }] }]";
const pages = [
  "docs/index.md",
  "docs/guide/begin.md",
  "docs/guide/next.md",
  "docs/api/index.md",
  "docs/api/keys.md",
  "docs/TODO.md",
  "docs/pkg/[name].md",
  "README.md",
];
const files = { "docs/.vitepress/config.mts": config, "docs/.vitepress/sidebars/api.ts": api };

test("pages stand in their sidebars, and these in the order of the bar at the top", () => {
  const site = siteOf(pages, files);
  expect(site).toMatchObject({ generator: "vitepress", slugStyle: "mdit-vue", problems: [] });
  const shown = pages.slice(0, 5).map((path) => {
    const { address, position, section, title } = site.place(path, {});
    return [address, position, section.join(" > "), title];
  });
  expect(shown).toEqual([
    ["", undefined, "", ""],
    ["guide/start.html", 2, "Begin", "Start"],
    ["guide/next.html", 3, "Begin", "Next"],
    ["api/", 0, "", "API"],
    ["api/keys.html", 1, "API", "Keys"],
  ]);
});

test("excluded files, templates and files outside are not pages", () => {
  const site = siteOf(pages, files);
  expect(pages.filter((path) => !site.isPage(path))).toEqual(pages.slice(5));
});

test("clean addresses, a source folder and languages are followed", () => {
  const text = `export default {
    srcDir: './content', cleanUrls: true, rewrites: { 'en/:rest*': ':rest*' },
    locales: {
      root: { label: 'English', themeConfig: { sidebar: [{ text: 'A', link: '/a' }] } },
      fr: { label: 'Français', themeConfig: { sidebar: [{ text: 'Le A', link: '/fr/a' }] } },
    },
  }`;
  const site = siteOf(["content/en/a.md", "content/fr/a.md"], { ".vitepress/config.js": text });
  expect(site.place("content/en/a.md", {})).toMatchObject({ address: "a", position: 0 });
  expect(site.place("content/fr/a.md", {})).toMatchObject({
    address: "fr/a",
    position: 1,
    title: "Le A",
  });
});

test("a sidebar made by code is a problem at its line, and pages are in folder order", () => {
  const text =
    "import { make } from 'x'\nexport default {\n  themeConfig: {\n    sidebar: make({ root: '.' }),\n  },\n}";
  const site = siteOf(["b/z.md", "b/a.md", "index.md"], { ".vitepress/config.ts": text });
  expect(site.problems).toMatchObject([{ path: ".vitepress/config.ts", line: 4 }]);
  expect(site.problems[0]?.message).toContain("folder order");
  expect(["index.md", "b/a.md", "b/z.md"].map((path) => site.place(path, {}).position)).toEqual(
    [1, 2, 3].map((n) => n - 1),
  );
});

test("a part made by code leaves the rest of the sidebar", () => {
  const text =
    "export default { themeConfig: { sidebar: [{ text: 'A', link: '/a' },\n ...more, { text: 'B', link: '/b' }] } }";
  const site = siteOf(["a.md", "b.md"], { ".vitepress/config.ts": text });
  expect(site.place("b.md", {}).position).toBe(1);
  expect(site.problems).toMatchObject([{ line: 2 }]);
});

test("themes, caches and tests are not read", () => {
  expect(isSiteFile(".vitepress/config.ts")).toBe(true);
  expect(isSiteFile("docs/.vitepress/locales/en/index.mts")).toBe(true);
  expect(isSiteFile(".vitepress/theme/index.ts")).toBe(false);
  expect(isSiteFile(".vitepress/cache/deps/x.js")).toBe(false);
  expect(isSiteFile("node_modules/a/.vitepress/config.ts")).toBe(false);
});

test("what code leaves out is not known, and told", () => {
  const text = `export default { srcExclude: ["internal/**", ...hidden()] }`;
  const site = siteOf(["a.md", "internal/b.md"], { ".vitepress/config.ts": text });
  expect(site.isPage("internal/b.md")).toBe(false);
  expect(site.problems).toMatchObject([{ path: ".vitepress/config.ts", line: 1 }]);
  expect(site.problems[0]?.message).toContain("said by code");
});
