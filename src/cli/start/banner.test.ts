import { expect, test } from "vitest";
import { createTestNode } from "../../../test/harness.ts";
import { loadConfig } from "../../config/read-config.ts";
import { banner, type Start } from "./banner.ts";
import { readStartFacts } from "./start-facts.ts";

const url = "http://127.0.0.1:4040";
const config = { ...loadConfig({}, {}, false), dataFolder: "/data" };
const services = { config, model: { description: "embedded: quotes the docs" } };

async function startOf(
  pages: Record<string, string>,
  more: Partial<Start> = {},
): Promise<{ text: string; node: Awaited<ReturnType<typeof createTestNode>> }> {
  const node = await createTestNode({ pages });
  const facts = await readStartFacts(services, node.db, node.project.id);
  const nothing = { setupLink: undefined, columns: undefined };
  const start = { project: node.project, facts, url, command: "npx docent", ...nothing };
  const keys = { assistant: "svc_dsc_1", admin: "svc_1" };
  return { node, text: banner(services, { ...start, keys, ...more }) };
}

const bakery = {
  "ovens.md":
    "# Ovens\n\n## Heating the Oven for Sourdough\n\nTurn the oven on an hour before. An oven for sourdough is hot.\n\n## Clean the oven\n\nWipe it.\n",
  "dough.md": "# Dough\n\n## Keep the starter alive over a week\n\nFeed the starter twice.\n",
};

test("what to type next is about the user's own docs", async () => {
  const { text } = await startOf(bakery);
  expect(text).toContain(
    '  npx docent ask --domain acme "How do I keep the starter alive over a week?"',
  );
  expect(text).toContain('"text":"How do I keep the starter alive over a week?"');
  expect(text).not.toMatch(/API key\?/);
  expect(text).toContain("  Project    acme, 2 pages (prj_");
  expect(text).toMatch(/Forge {6}none: changes are reviewed in the dashboard; for pull requests/);
  expect(text).toMatch(/\ndocent listening on http:\/\/127\.0\.0\.1:4040$/);
});

test("a heading never becomes a command of the shell", async () => {
  const evil = ["$(touch /tmp/x)", "`reboot`", 'x"; reboot; "', "'; reboot; '", "!!", "\u001b[2J"];
  const sections = evil.map((one) => `## Create the ${one} for every new page\n\nText.\n`);
  const { text } = await startOf({ "a.md": `# A\n\n${sections.join("\n")}` });
  const typed = text.match(/^ {2}npx docent ask .*$/gm) ?? [];
  expect(typed.length).toBeGreaterThan(0);
  for (const line of typed) expect(line).toMatch(/^ {2}npx docent ask --domain acme "[\w ?]+"$/);
  expect(text).not.toMatch(/touch|; reboot/);
});

test("docs that make no question still say what to type", async () => {
  const { text } = await startOf(
    { "a.md": "Nur ein Satz.\n" },
    { keys: { assistant: undefined, admin: undefined } },
  );
  expect(text).toContain('docent ask --domain acme "What are these docs about?"');
  expect(text).not.toContain("curl");
});

test("the owner's own questions go first, and a repository without a token says where one goes", async () => {
  const { node } = await startOf(bakery);
  const ownSettings = JSON.stringify({ starters: ["What does the oven cost?", "Say $HOME"] });
  await node.db.updateTable("projects").set({ ownSettings }).execute();
  const place = { kind: "git", location: "https://git.example/acme/docs.git" } as const;
  await node.db.updateTable("sources").set(place).execute();
  const facts = await readStartFacts(services, node.db, node.project.id);
  const sourceId = node.source.id;
  expect(facts).toMatchObject({
    questions: ["What does the oven cost?"],
    forge: { missing: "token", sourceId },
  });
  const git = { ...config.git, logins: new Map([["", { token: "t", username: undefined }]]) };
  const opened = await readStartFacts({ config: { ...config, git } }, node.db, node.project.id);
  expect(opened.forge).toEqual({ repository: "https://git.example/acme/docs.git" });
});

test("rows fit a narrow terminal, and have no colour", async () => {
  const { text } = await startOf(bakery, { columns: 50 });
  const rows = text.slice(0, text.indexOf("These keys")).split("\n");
  expect(Math.max(...rows.map((line) => line.length))).toBeLessThanOrEqual(50);
  expect(text).not.toContain("\u001b");
});
