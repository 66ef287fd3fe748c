import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { initBareRepository } from "../../src/git/write/build-folder.ts";
import { commitFolder } from "../../src/git/write/commit-folder.ts";

const docs = join(import.meta.dirname, "../../docs");

/** Docent's own docs, as jobs edit them. */
export async function makeDocsRepository(repository: string): Promise<string> {
  await initBareRepository(repository);
  const pages = readdirSync(docs).filter((name) => /\.(?:mdx?|json)$/.test(name));
  await commitFolder(repository, {
    files: pages.map((path) => ({ path, content: readFileSync(join(docs, path), "utf8") })),
    message: "First\n",
    author: { name: "Bench", email: "bench@example.com", date: new Date("2030-01-01") },
  });
  return repository;
}
