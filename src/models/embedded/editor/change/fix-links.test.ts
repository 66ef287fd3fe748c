import { expect, test } from "vitest";
import { editInMemory } from "../../../../../test/edit-in-memory.ts";

const site = {
  "docusaurus.config.js": "module.exports = { presets: [['classic', { docs: {} }]] };\n",
  "docs/intro.md": "---\nslug: /start\n---\n\n# Intro\n",
};

test("an address that a page gives itself is no broken link", () => {
  const page = "[start](/docs/start) [there](start#intro) [gone](/docs/stat)\n";
  const run = editInMemory("Fix broken links", { ...site, "docs/a.md": page });
  expect(run.files.get("docs/a.md")).toBe(page);
  expect(run.end?.messageToUser).toContain("1 broken link has no clear replacement");
});

test("where addresses do not follow from paths, a path becomes the address of its page", () => {
  const run = editInMemory("Fix broken links", {
    ...site,
    "docs/a.md": "[x](/docs/intro#intro)\n",
  });
  expect(run.files.get("docs/a.md")).toBe("[x](/docs/start#intro)\n");
});
