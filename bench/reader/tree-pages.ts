import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { decodeText } from "../../src/ingest/pages/decode-text.ts";
import { kindOfFile } from "../../src/ingest/pages/kind-of-file.ts";
import { convertFile } from "../../src/ingest/pages/read-file.ts";

/** A page as it would be stored. */
export type TreePage = { path: string; content: string };

const endings = /\.(?:mdx?|markdown|rst|adoc|asciidoc|ipynb)$/i;
const foreign = /(?:^|\/)(?:node_modules|vendor|\.[^/]+)\//;

/** Every page of a folder, those of other formats as the Markdown that is stored for them. */
export async function* treePages(folder: string): AsyncGenerator<TreePage> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
    if (!entry.isFile() || !endings.test(path) || foreign.test(path)) continue;
    const text = decodeText(await readFile(join(folder, path)));
    if (text === undefined || text.length > 2_000_000) continue;
    if (kindOfFile(path) === "markdown") yield { path, content: text };
    else for (const page of convertFile({ path, text }).pages) yield page;
  }
}
