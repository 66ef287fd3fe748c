import { findSite, isSiteFile } from "../../docs/site/find-site.ts";
import type { Site } from "../../docs/site/site.ts";
import type { SourceSnapshot } from "../sources/source.ts";
import { decodeText } from "./read-file.ts";

const mostSiteFiles = 2_000;

/** What the site's own settings say about its pages. They are read as text and never run. */
export async function openSite(snapshot: SourceSnapshot): Promise<Site> {
  const wanted = [...snapshot.support, ...snapshot.files].filter((file) => isSiteFile(file.path));
  const siteFiles = new Map<string, string>();
  for await (const { file, content } of snapshot.read(wanted.slice(0, mostSiteFiles))) {
    const text = decodeText(content);
    if (text !== undefined) siteFiles.set(file.path, text);
  }
  return findSite({ paths: snapshot.files.map((file) => file.path), siteFiles });
}
