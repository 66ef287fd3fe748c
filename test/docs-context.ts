import { onTestFinished } from "vitest";
import type { DocsContext, DocsTool } from "../src/assistant/tools/docs-tools.ts";
import { numberPassages } from "../src/assistant/tools/numbered-passages.ts";
import { createEngine } from "../src/search/engine.ts";
import { findProject } from "../src/store/docs/projects.ts";
import { createTestNode, embedder, type TestNodeOptions } from "./harness.ts";

/** What the assistant's tools read, over real pages; `use` calls a tool as the model would. */
export async function openDocsContext(
  options: TestNodeOptions = {},
  filter: DocsContext["filter"] = {},
) {
  const { db, project } = await createTestNode(options);
  const search = createEngine({ db, embedder, memoryBytes: 8 * 1_048_576 });
  onTestFinished(() => search.close());
  const revisionId = (await findProject(db, project.id))?.currentRevisionId ?? "";
  const place = { revisionId, filter, liftPaths: [] };
  const context = { db, search, ...place, passages: numberPassages([]) };
  const use = async (tool: DocsTool, input: unknown) => tool.run(context, tool.input.parse(input));
  return { context, use };
}

/** One page of each kind that must stay apart: open, of another audience, and hidden. */
export const pagesApart: Record<string, string> = {
  "open.md":
    "---\ntitle: Tokens\naudience: readers\n---\n\n# Tokens\n\n## Rotate a token\n\nRun `acme tokens rotate` every month. MAGIC_WORD is open.\n",
  "staff.md":
    "---\ntitle: Staff\naudience: staff\n---\n\n# Staff\n\n## Rotate a token at once\n\nRun `acme tokens burn` in an emergency. MAGIC_WORD is for staff.\n",
  "hidden.md":
    "---\ntitle: Hidden\nhidden: true\naudience: readers\n---\n\n# Hidden\n\n## Rotate a token in secret\n\nRun `acme tokens vanish`. MAGIC_WORD is hidden.\n",
};
