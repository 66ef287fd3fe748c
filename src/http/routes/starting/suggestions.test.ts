import { expect, test } from "vitest";
import { createTestNode } from "../../../../test/harness.ts";
import { questionSuggestions } from "../../../contract/explanation.ts";

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

const twoPages = {
  "keys.md": "# Keys\n\n## Create a key\n\nRun `acme keys create` to create a key for a program.\n",
  "billing.md":
    "# Billing\n\n## Change the invoice address\n\nOpen the billing page and change the invoice address there.\n",
};

async function suggestedFor(paths: string[]): Promise<string[][]> {
  const node = await createTestNode({ pages: twoPages });
  const headers = { authorization: `Bearer ${node.keys.assistant}` };
  const found = paths.map(async (path) => {
    const query = `?path=${encodeURIComponent(path)}`;
    const response = await node.request(`/discovery/v1/suggestions/acme${query}`, { headers });
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    return questionSuggestions.strict().parse(await response.json()).questions;
  });
  return Promise.all(found);
}

test("a reader is offered questions of the page that is being read", async () => {
  const [keys, sameKeys, billing] = await suggestedFor(["/keys", "keys.md", "/billing/"]);
  expect(keys).toEqual(["How do I create a key?"]);
  expect(sameKeys).toEqual(keys);
  expect(billing).toEqual(["How do I change the invoice address?"]);
});

test("a page that is none of the project's gets the questions of the project", async () => {
  const general = await suggested(twoPages);
  expect(general).toHaveLength(2);
  for (const questions of await suggestedFor(["", "/nowhere", "\0", "../..", "x".repeat(5_000)]))
    expect(questions).toEqual(general);
});
