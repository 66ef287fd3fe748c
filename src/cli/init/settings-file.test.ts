import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { makeTree } from "../../../test/make-tree.ts";
import { domainFor, findDocs } from "./find-docs.ts";
import { settingsDifference, settingsText } from "./settings-file.ts";

const values = { DOCENT_DOCS: "/srv/my docs", DOCENT_MODEL_KEY: "sk-hunter2", DOCENT_PORT: "80" };

test("a new file has every setting, in words that Docent reads again", () => {
  expect(parseEnv(settingsText("", values))).toEqual(values);
  expect(() => settingsText("", { A: "it's\nx" })).toThrow(/A cannot be written/);
});

test("an old file keeps what is its own, and its difference shows no secret", () => {
  const before = "# mine\nOTHER=1\nexport DOCENT_MODEL_KEY=sk-hunter1\nDOCENT_PORT=80\n";
  const after = settingsText(before, values);
  expect(after).toBe(
    "# mine\nOTHER=1\nDOCENT_MODEL_KEY=sk-hunter2\nDOCENT_PORT=80\nDOCENT_DOCS='/srv/my docs'\n",
  );
  expect(settingsDifference(before, after)).toEqual([
    "- DOCENT_MODEL_KEY=…",
    "+ DOCENT_MODEL_KEY=…",
    "+ DOCENT_DOCS='/srv/my docs'",
  ]);
});

test.each([
  [{ "docs/a.md": "# A\n", "src/x.ts": "" }, "./docs"],
  [{ "content/guide/a.mdx": "# A\n" }, "./content"],
  [{ "a.md": "# A\n" }, "."],
  [{ "src/x.ts": "" }, undefined],
])("docs are found by themselves (%#)", async (files, expected) => {
  const { root } = await makeTree(files);
  expect(await findDocs(root)).toBe(expected);
});

test.each([
  ["https://git.example/acme/Handbook.git", "handbook"],
  ["git@git.example:acme/docs.git", "acme"],
  ["/srv/shop/docs", "shop"],
  ["/srv/Über uns!", "ber-uns"],
])("%s gets the domain %s", (docs, domain) => {
  expect(domainFor(docs)).toBe(domain);
});
