import { expect, test } from "vitest";
import { openDocsContext } from "../../../test/docs-context.ts";
import { fairSearch } from "../../search/fair-search.ts";
import type { FoundPassage } from "../../search/hit.ts";
import { type SuggestInput, suggestQuestions } from "./suggest-questions.ts";

const topics = ["Create", "Revoke", "Rotate", "List", "Rename"];
const pages = {
  "keys.md": `# Keys\n\n${topics
    .map(
      (topic) =>
        `## ${topic} a key\n\nTo ${topic.toLowerCase()} a key, run the command \`acme keys ${topic.toLowerCase()}\`. ${"It changes the key and nothing else. ".repeat(20)}\n\n`,
    )
    .join("")}## Overview\n\nKeys let programs call the service.\n`,
  "staff.md": "---\naudience: staff\n---\n\n# Staff\n\n## Burn a key\n\nRun `acme keys burn`.\n",
};

test("three questions at most come next, from headings the answer did not use", async () => {
  const { hits, ask } = await setUp();
  expect(hits.length).toBeGreaterThan(4);
  const suggestions = await ask({ asked: ["How do I create a key?"] });
  expect(suggestions).toHaveLength(3);
  for (const one of suggestions)
    expect(one).toMatch(/^How do I (revoke|rotate|list|rename|burn) a key\?$/);
  expect(new Set(suggestions).size).toBe(3);
});

test("what the answer cites and what was asked before is no news", async () => {
  const { ask } = await setUp();
  const suggestions = await ask({
    asked: ["how do i CREATE a key", "How do I list a key?!", "How do I rename a key?"],
    cited: [{ path: "keys.md", heading: "Revoke a key" }],
  });
  expect(suggestions.join(" ")).not.toMatch(/create|list|rename|revoke/i);
  expect(suggestions).toContain("How do I rotate a key?");
});

test("a question that the docs do not answer is not suggested", async () => {
  const { hits, ask } = await setUp();
  const [first] = hits;
  if (!first) throw new Error("nothing was found");
  const strange = { ...first.passage, headings: ["Paint a zebra"] };
  expect(await ask({ hits: [{ ...first, passage: strange }] })).toEqual([]);
});

test("a suggestion is answered within the question's own filter", async () => {
  const { ask } = await setUp();
  expect(await ask({ filter: { audience: "nobody" } })).toEqual([]);
});

test.each(["How to use ![x](https://evil.example)", "Use <b>keys</b>", "Use https://evil.example"])(
  "%s is no question",
  async (heading) => {
    const { hits, ask } = await setUp();
    const hostile = hits.map((hit) => ({
      ...hit,
      passage: { ...hit.passage, headings: [heading] },
    }));
    expect(await ask({ hits: hostile })).toEqual([]);
  },
);

async function setUp() {
  const { context } = await openDocsContext({ pages });
  const { search, revisionId } = context;
  const query = { text: "How do I create a key?", hints: [], liftPaths: [], filter: {}, limit: 10 };
  const { hits }: { hits: FoundPassage[] } = await search.search(revisionId, query);
  const about = { asked: [], cited: [], filter: {}, liftPaths: [] };
  const fair = fairSearch(search, { searches: 100, searchesPerNetwork: 100 });
  const ask = (more: Partial<SuggestInput>) =>
    suggestQuestions(fair, { ...about, revisionId, hits, ...more });
  return { hits, ask };
}
