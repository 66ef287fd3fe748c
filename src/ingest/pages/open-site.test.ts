import { expect, test } from "vitest";
import { selectFiles } from "../sources/select-files.ts";
import type { SourceFile } from "../sources/source.ts";
import { openSite } from "./open-site.ts";

function siteOf(texts: Record<string, string>) {
  async function* read(files: SourceFile[]) {
    for (const file of files) yield { file, content: Buffer.from(texts[file.path] ?? "") };
  }
  const chosen = selectFiles(Object.keys(texts).map((path) => ({ path, size: 1 })));
  return openSite({ commit: "", ...chosen, read });
}

test("files that the settings refer to are followed", async () => {
  const site = await siteOf({
    "docs.json": '{"navigation":{"$ref":"nav/all.json"}}',
    "nav/all.json": '{"groups":[{"$ref":"guides.json"},{"$ref":"../../out.json"}]}',
    "nav/guides.json": '{"group":"Guides","pages":["b","a"]}',
    "a.md": "# A",
    "b.md": "# B",
  });
  expect(site.place("a.md", {})).toMatchObject({ position: 1, section: ["Guides"] });
  expect(site.place("b.md", {})).toMatchObject({ position: 0, section: ["Guides"] });
});

test("pages with the long ending of Markdown are read", async () => {
  const site = await siteOf({ "mkdocs.yml": "docs_dir: .\n", "a.markdown": "# A" });
  expect(site.generator).toBe("mkdocs");
  expect(site.place("a.markdown", {}).address).toBe("a/");
});
