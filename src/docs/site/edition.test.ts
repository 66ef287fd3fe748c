import { expect, test } from "vitest";
import { findSite, isSiteFile } from "./find-site.ts";

function siteOf(files: Record<string, string>, pages: string[]) {
  const siteFiles = new Map(Object.entries(files).filter(([path]) => isSiteFile(path)));
  return findSite({ paths: pages, siteFiles });
}

/** The version's names or "release", and the language. */
function told(site: ReturnType<typeof siteOf>, path: string): string {
  const { versions, isOtherVersion, locale, isTranslation } = site.edition(path);
  const version = `${versions.join("/")}${isOtherVersion ? "" : "!"}`;
  return `${version} ${locale}${isTranslation ? "" : "!"}`;
}

function topics(site: ReturnType<typeof siteOf>, paths: string[]): number {
  return new Set(paths.map((path) => site.edition(path).topic)).size;
}

const docusaurusPages = [
  "docs/setup.md",
  "versioned_docs/version-2.1/setup.md",
  "versioned_docs/version-1.x/setup.md",
  "i18n/fr/docusaurus-plugin-content-docs/current/setup.md",
  "i18n/fr/docusaurus-plugin-content-docs/version-2.1/setup.md",
  "api/setup.md",
  "blog/2024-01-01-news.md",
];

function docusaurus(docs: string, pages = docusaurusPages) {
  const config = `export default { i18n: { defaultLocale: 'en', locales: ['en', 'fr'] }, presets: [['classic', { docs: ${docs} }]],
    plugins: [['@docusaurus/plugin-content-docs', { id: 'api', path: 'api', routeBasePath: 'api' }]] };`;
  return siteOf({ "docusaurus.config.js": config, "versions.json": '["2.1", "1.x"]' }, pages);
}

test("Docusaurus: the first of versions.json is the release, the folder being worked on is not", () => {
  const site = docusaurus("{ versions: { current: { label: 'Canary', path: 'canary' } } }");
  expect(docusaurusPages.map((path) => told(site, path))).toEqual([
    "current/Canary/canary en!",
    "2.1! en!",
    "1.x en!",
    "current/Canary/canary fr",
    "2.1! fr",
    "! en!",
    "! en!",
  ]);
  expect(topics(site, docusaurusPages.slice(0, 5))).toBe(1);
  expect(topics(site, docusaurusPages)).toBe(3);
});

test("Docusaurus: lastVersion decides about the release, and versions that are not built are hidden", () => {
  const site = docusaurus("{ lastVersion: 'current', onlyIncludeVersions: ['current', '2.1'] }");
  expect(told(site, "docs/setup.md")).toBe("current/next! en!");
  expect(told(site, "versioned_docs/version-2.1/setup.md")).toBe("2.1 en!");
  const hidden = docusaurusPages.filter((path) => site.place(path, {}).hidden);
  expect(hidden).toEqual(["versioned_docs/version-1.x/setup.md"]);
});

test("names of versions and languages are bounded, whatever the settings say", () => {
  const site = docusaurus(`{ versions: { '2.1': { label: '${"x".repeat(10_000)}\\u0000' } } }`);
  const { versions } = site.edition("versioned_docs/version-2.1/setup.md");
  expect(versions.map((name) => name.length)).toEqual([3, 100]);
});

test("Docusaurus: without versions.json there are no versions", () => {
  const site = siteOf({ "docusaurus.config.js": "export default {}" }, ["docs/a.md"]);
  expect(told(site, "docs/a.md")).toBe("! !");
});

function starlight(options: string, pages: string[]) {
  const config = `import starlight from '@astrojs/starlight';
    export default defineConfig({ integrations: [starlight({ title: 'x', ${options} })] });`;
  return siteOf({ "astro.config.mjs": config }, pages);
}

test("Starlight: the root has a language of its own, others have folders", () => {
  const root = "src/content/docs";
  const pages = [`${root}/a.md`, `${root}/pt-br/a.md`, `${root}/guides/b.md`];
  const locales = "locales: { root: { label: 'English', lang: 'en' }, 'pt-br': { lang: 'pt-BR' } }";
  const site = starlight(locales, pages);
  expect(pages.map((path) => told(site, path))).toEqual(["! en!", "! pt-BR", "! en!"]);
  expect(topics(site, pages)).toBe(2);
});

test("Starlight: languages that code names are seen by their folders", () => {
  const root = "src/content/docs";
  const pages = [`${root}/en/a.md`, `${root}/de/a.md`, `${root}/index.md`];
  const site = starlight("defaultLocale: 'en', locales: makeLocales()", pages);
  expect(pages.map((path) => told(site, path))).toEqual(["! en!", "! de", "! en!"]);
});

test("VitePress: languages by folder, after rewrites", () => {
  const config = `export default { lang: 'en-US', rewrites: { 'en/:rest*': ':rest*' },
    locales: { root: { label: 'English' }, zh: { label: '中文', lang: 'zh-Hans' } } };`;
  const pages = ["en/a.md", "zh/a.md"];
  const site = siteOf({ ".vitepress/config.ts": config }, pages);
  expect(pages.map((path) => told(site, path))).toEqual(["! en-US!", "! zh-Hans"]);
  expect(topics(site, pages)).toBe(1);
});

test("Hugo: languages by content folder and by the file's name", () => {
  const config = `baseURL = "https://x.example"\ndefaultContentLanguage = "en"
[languages.en]\ncontentDir = "content/en"\n[languages.zh-cn]\ncontentDir = "content/zh-cn"\n`;
  const pages = ["content/en/docs/a.md", "content/zh-cn/docs/a.md", "content/en/docs/b.zh-cn.md"];
  const site = siteOf({ "hugo.toml": config }, pages);
  expect(pages.map((path) => told(site, path))).toEqual(["! en!", "! zh-cn", "! zh-cn"]);
  expect(topics(site, pages)).toBe(2);
});

test("Mintlify: versions and languages of the navigation, the marked one or the first is the main one", () => {
  const version = (name: string, pages: string[], more = {}) => ({ version: name, ...more, pages });
  const navigation = {
    languages: [
      {
        language: "en",
        versions: [
          version("v1", ["v1/a", "shared"]),
          version("v2", ["v2/a", "shared"], { default: true, tag: "Latest" }),
        ],
      },
      { language: "es", pages: ["es/a"] },
    ],
  };
  const pages = ["v1/a.mdx", "v2/a.mdx", "shared.mdx", "es/a.mdx", "es/not-listed.mdx"];
  const site = siteOf({ "docs.json": JSON.stringify({ navigation }) }, pages);
  expect(pages.map((path) => told(site, path))).toEqual([
    "v1 en!",
    "v2/Latest! en!",
    "v1/v2/Latest! en!",
    "! es",
    "! es",
  ]);
  expect(topics(site, ["v1/a.mdx", "v2/a.mdx", "es/a.mdx"])).toBe(1);
});

function addresses(site: ReturnType<typeof siteOf>, paths: string[]): string[] {
  return paths.map((path) => site.place(path, {}).address);
}

const i18n = (structure: string) => `site_name: Acme
nav:
  - Home: index.md
  - Set up: setup.md
plugins:
  - search
  - i18n:
      docs_structure: ${structure}
      languages:
        - locale: fr
        - locale: en
          default: true
`;

test("MkDocs: languages in endings of names", () => {
  const pages = ["docs/index.md", "docs/setup.md", "docs/setup.fr.md", "docs/v1.fix.md"];
  const site = siteOf({ "mkdocs.yml": i18n("suffix") }, pages);
  expect(pages.map((path) => told(site, path))).toEqual(["! en!", "! en!", "! fr", "! en!"]);
  expect(addresses(site, pages)).toEqual(["", "setup/", "fr/setup/", "v1.fix/"]);
  expect(topics(site, pages)).toBe(3);
  const position = (path: string) => site.place(path, {}).position;
  expect(position("docs/setup.fr.md")).toBe(position("docs/setup.md"));
});

test("MkDocs: languages in folders", () => {
  const pages = ["docs/en/index.md", "docs/en/setup.md", "docs/fr/setup.md"];
  const site = siteOf({ "mkdocs.yml": i18n("folder") }, pages);
  expect(pages.map((path) => told(site, path))).toEqual(["! en!", "! en!", "! fr"]);
  expect(addresses(site, pages)).toEqual(["", "setup/", "fr/setup/"]);
  const isFile = (path: string) => pages.includes(path);
  const known = { isFile, isFolder: () => false, isAt: () => false, pages: new Map() };
  expect(site.entries(known).map(({ exists }) => exists)).toEqual([true, true]);
});

test("MkDocs: whole docs folders of other languages beside that of the configuration", () => {
  const main = "site_name: Acme\nnav:\n  - index.md\n  - setup.md\n";
  const other = "INHERIT: ../en/mkdocs.yml\n";
  const pages = [
    "docs/en/docs/index.md",
    "docs/en/docs/setup.md",
    "docs/hi/docs/setup.md",
    "docs/zh-hant/docs/setup.md",
  ];
  const outside = ["docs/de/prompt.md", "docs/overrides/docs/setup.md"];
  const files = { "docs/en/mkdocs.yml": main, "docs/hi/mkdocs.yml": other };
  const site = siteOf(files, [...pages, ...outside]);
  expect([...pages, ...outside].filter(site.isPage)).toEqual(pages);
  expect(pages.map((path) => told(site, path))).toEqual(["! en!", "! en!", "! hi", "! zh-hant"]);
  expect(addresses(site, pages)).toEqual(["", "setup/", "hi/setup/", "zh-hant/setup/"]);
  expect(topics(site, pages)).toBe(2);
  expect(site.hasOriginal("docs/hi/docs/index.md")).toBe(true);
  expect(site.hasOriginal("docs/hi/docs/no-page.md")).toBe(false);
  expect(site.hasOriginal("docs/en/docs/no-page.md")).toBe(false);
});

const deployed = JSON.stringify([
  { version: "main", title: "Next", aliases: [] },
  { version: "2.0", title: "2.0.1", aliases: ["stable"] },
  { version: "1.0", title: "1.0", aliases: [] },
]);

test("folders that a versions.json lists are versions by all their names, whatever they are called", () => {
  const pages = ["main/a.md", "2.0/a.md", "1.0/a.md", "about.md"];
  const site = siteOf({ "versions.json": deployed }, pages);
  expect(pages.map((path) => told(site, path))).toEqual([
    "main/Next !",
    "2.0/2.0.1/stable! !",
    "1.0 !",
    "! !",
  ]);
  expect(topics(site, pages)).toBe(2);
});

test("MkDocs: the default of extra.version is the release", () => {
  const config = "site_name: Acme\nextra:\n  version:\n    provider: mike\n    default: '1.0'\n";
  const pages = ["docs/main/a.md", "docs/2.0/a.md", "docs/1.0/a.md"];
  const site = siteOf({ "mkdocs.yml": config, "versions.json": deployed }, pages);
  expect(pages.map((path) => told(site, path))).toEqual([
    "main/Next !",
    "2.0/2.0.1/stable !",
    "1.0! !",
  ]);
});

test("a plain folder: the topic of a translation is that of the original", () => {
  const pages = ["guides/setup.md", "de/guides/setup.md", "guides/setup.fr.md", "README_zh-CN.md"];
  const site = siteOf({}, [...pages, "README.md"]);
  expect(topics(site, pages.slice(0, 3))).toBe(1);
  expect(topics(site, ["README.md", "README_zh-CN.md"])).toBe(1);
});
