import { expect, test } from "vitest";
import { askQuestion } from "../bench/answers/ask-question.ts";
import { grepDocs, listPages, searchDocs } from "../src/assistant/tools/docs-tools.ts";
import { createPageLists } from "../src/projects/pages/page-lists.ts";
import { writeLlms } from "../src/projects/pages/write-llms.ts";
import { openDocsContext } from "./docs-context.ts";
import { createTestNode, noRefs } from "./harness.ts";

const list = (size: number) =>
  `# FlatList\n\n## windowSize\n\nSets how many screens are kept outside the visible area. The default of windowSize is ${size}.\n`;
const numbers = ["0.9", "0.8", "0.7", "0.6", "0.5", "0.4", "0.3", "0.2", "0.1"];
const versioned: Record<string, string> = {
  "docusaurus.config.js": "module.exports = { presets: [['classic', {}]] };",
  "versions.json": JSON.stringify(numbers),
  "docs/flatlist.md": list(99),
  ...Object.fromEntries(
    numbers.map((name, at) => [`versioned_docs/version-${name}/flatlist.md`, list(21 - at)]),
  ),
  "versioned_docs/version-0.1/gone.md": "# Gone\n\n## oldSize\n\nThe oldSize was taken out.\n",
};
const release = "versioned_docs/version-0.9/flatlist.md";

test("ten versions of a sentence are one answer, that of the release", async () => {
  const node = await createTestNode({ pages: versioned });
  const { text, citations } = await askQuestion(
    node.assistant.ask,
    node.project.id,
    "What is the default of windowSize?",
  );
  expect(text).toContain("default of windowSize is 21");
  expect(new Set(citations.map(({ path }) => path))).toEqual(new Set([release]));
});

test("tools and lists name every page once", async () => {
  const { context, use } = await openDocsContext({ pages: versioned });
  expect(await use(listPages, {})).toMatchObject({ pages: [{ path: release }], total: 1 });
  expect(await use(listPages, { folder: "docs" })).toMatchObject({ total: 1 });
  expect(await use(grepDocs, { text: "default of windowSize" })).toMatchObject({
    pages: [{ path: release }],
  });
  expect(await use(grepDocs, { text: "oldSize" })).toMatchObject({
    pages: [{ path: "versioned_docs/version-0.1/gone.md" }],
  });
  const inOld = { ...context, liftPaths: ["/docs/0.3/flatlist"] };
  const input = searchDocs.input.parse({ query: "default of windowSize" });
  expect(await searchDocs.run(inOld, input)).toMatchObject({
    passages: [{ path: "versioned_docs/version-0.3/flatlist.md" }],
  });
  const node = await createTestNode({ pages: versioned });
  const lists = createPageLists({ db: node.db, publicUrl: "http://docent.test" });
  const deps = { ...noRefs, db: node.db, lists };
  const { text } = await writeLlms(deps, undefined, { project: "acme" });
  expect(text.match(/^- /gm)).toHaveLength(1);
  expect(text).toContain("version-0.9/flatlist.md");
});

const folder = "src/content/docs";
const translated: Record<string, string> = {
  "astro.config.mjs": `import starlight from '@astrojs/starlight';
export default { integrations: [starlight({ title: 'Acme', locales: { root: { label: 'English', lang: 'en' }, de: { label: 'Deutsch' }, ru: { label: 'Русский' } } })] };`,
  [`${folder}/fonts.md`]:
    "---\ntitle: Fonts\n---\n\n## Use Google Fonts\n\nAdd the Google Fonts package and import it in your settings.\n",
  [`${folder}/de/fonts.md`]:
    "---\ntitle: Fonts\n---\n\n## Google Fonts verwenden\n\nFüge das Paket von Google Fonts hinzu und importiere es in den Einstellungen. Google Fonts sind Schriften.\n",
  [`${folder}/ru/fonts.md`]:
    "---\ntitle: Google Fonts\n---\n\n## Google Fonts\n\nДобавьте пакет Google Fonts и импортируйте его в настройках. Google Fonts.\n",
  [`${folder}/ru/badges.md`]:
    "---\ntitle: Badges\n---\n\n## Badges\n\nBadges sidebar: добавьте `badge` в sidebar, чтобы показать значок.\n",
};

async function search(filter: Record<string, string>, query: string): Promise<string[]> {
  const { context } = await openDocsContext({ pages: translated });
  const input = { text: query, hints: [], liftPaths: [], filter, limit: 5 };
  const { hits } = await context.search.search(context.revisionId, input);
  return hits.map(({ passage }) => passage.path);
}

test("a question is answered in its language, and the root's language can be chosen", async () => {
  expect(await search({}, "google fonts")).toEqual([`${folder}/fonts.md`]);
  expect(await search({}, "Wie kann ich Google Fonts verwenden?")).toEqual([
    `${folder}/de/fonts.md`,
  ]);
  expect(await search({ language: "en" }, "google fonts")).toEqual([`${folder}/fonts.md`]);
  expect(await search({ language: "ru" }, "google fonts")).toContain(`${folder}/ru/fonts.md`);
});

test("where only another language has it, the answer says so", async () => {
  const node = await createTestNode({ pages: translated });
  const ask = (question: string) => askQuestion(node.assistant.ask, node.project.id, question);
  expect((await ask("badges in the sidebar")).text).toMatch(
    /^The docs have this only in Russian\./,
  );
  expect((await ask("google fonts")).text).not.toContain("The docs have this only");
});
