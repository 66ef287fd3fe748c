import { expect, test } from "vitest";
import { embedder } from "../../../test/harness.ts";
import { selectFiles } from "../sources/select-files.ts";
import type { SourceFile } from "../sources/source.ts";
import { type OpenedSite, openSite } from "./open-site.ts";
import { pageReader } from "./page-reader.ts";

function siteOf(texts: Record<string, string>) {
  async function* read(files: SourceFile[]) {
    for (const file of files) yield { file, content: Buffer.from(texts[file.path] ?? "") };
  }
  const chosen = selectFiles(Object.keys(texts).map((path) => ({ path, size: 1 })));
  return openSite(pageReader(embedder), { commit: "", ...chosen, read });
}

async function placesOf(site: OpenedSite, paths: string[]) {
  return (await site.place(paths.map((path) => ({ path, metadata: {} })))).places;
}

test("files that the settings refer to are followed", async () => {
  const site = await siteOf({
    "docs.json": '{"navigation":{"$ref":"nav/all.json"}}',
    "nav/all.json": '{"groups":[{"$ref":"guides.json"},{"$ref":"../../out.json"}]}',
    "nav/guides.json": '{"group":"Guides","pages":["b","a"]}',
    "a.md": "# A",
    "b.md": "# B",
  });
  expect(await placesOf(site, ["a.md", "b.md"])).toMatchObject([
    { position: 1, section: ["Guides"] },
    { position: 0, section: ["Guides"] },
  ]);
});

test("pages with the long ending of Markdown are read", async () => {
  const site = await siteOf({ "mkdocs.yml": "docs_dir: .\n", "a.markdown": "# A" });
  expect(site.generator).toBe("mkdocs");
  expect(await placesOf(site, ["a.markdown"])).toMatchObject([{ address: "a/" }]);
});
