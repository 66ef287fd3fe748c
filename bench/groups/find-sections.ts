import { existsSync } from "node:fs";
import { join } from "node:path";
import type { NearbySection } from "../../src/insights/grouping/question-vector.ts";
import { openNode, syncFolder } from "../answers/open-node.ts";
import type { LabelledQuestion } from "./read-set.ts";

/** By question, what search finds for it in its docs. */
export type Sections = Map<string, NearbySection[]>;

/** Where the docs of a set are in the folder of checkouts. */
const folders: Record<string, string> = {
  ...{
    ai: "ai/content",
    fastapi: "fastapi/docs/en",
    hono: "hono/docs",
    hugoDocs: "hugoDocs/content",
  },
  ...{ jest: "jest/docs", k8s: "k8s/content/en/docs", pytest: "pytest/doc" },
  ...{ "react-native": "react-native/docs", starlight: "starlight/docs", traefik: "traefik/docs" },
  ...{ vite: "vite/docs", vue: "vue-docs", "vue-docs": "vue-docs" },
};

const mostHits = 10;

/** Of the docs that are there; questions about others have none. */
export async function findSections(set: LabelledQuestion[], trees: string): Promise<Sections> {
  const found: Sections = new Map();
  for (const [tree, questions] of Map.groupBy(set, (one) => one.tree)) {
    const root = join(trees, folders[tree] ?? tree);
    if (!existsSync(root)) continue;
    console.error(`reading ${tree}`);
    const node = await openNode(syncFolder(root));
    for (const { text } of questions) {
      const query = { text, hints: [], liftPaths: [], filter: {}, limit: mostHits };
      const { hits } = await node.search.search(node.revisionId, query);
      found.set(
        text,
        hits.map(({ passage: { path, headings }, score }) => ({ path, headings, score })),
      );
    }
    await node.close();
  }
  return found;
}
