import { expect, test } from "vitest";
import { createTestNode } from "../../../test/harness.ts";
import { questionSuggestions } from "../../contract/explanation.ts";

async function suggested(pages?: Record<string, string>): Promise<string[]> {
  const node = await createTestNode(pages ? { pages } : {});
  const headers = { authorization: `Bearer ${node.keys.admin}` };
  const response = await node.request("/v1/projects/acme/suggestions", { headers });
  return questionSuggestions.strict().parse(await response.json()).questions;
}

test("the questions to begin with are those that the project's own headings ask", async () => {
  expect(await suggested()).toContain("How do I create a key?");
});

test("docs without headings that make a question suggest none", async () => {
  expect(await suggested({ "a.md": "text" })).toEqual([]);
});
