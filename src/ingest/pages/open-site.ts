import { findSite } from "../../docs/site/find-site.ts";
import { readSiteFiles } from "../../docs/site/read-site-files.ts";
import type { Site } from "../../docs/site/site.ts";
import type { SourceSnapshot } from "../sources/source.ts";
import { decodeText } from "./read-file.ts";

/** What the site's own settings say about its pages. They are read as text and never run. */
export async function openSite({ support, files, read }: SourceSnapshot): Promise<Site> {
  const known = new Map([...support, ...files].map((file) => [file.path, file]));
  async function* readEach(paths: string[]) {
    for await (const { file, content } of read(paths.flatMap((path) => known.get(path) ?? []))) {
      const text = decodeText(content);
      if (text !== undefined) yield { path: file.path, content: text };
    }
  }
  const siteFiles = await readSiteFiles(known.keys(), readEach);
  return findSite({ paths: files.map((file) => file.path), siteFiles });
}
