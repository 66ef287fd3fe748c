import type { Site } from "../../docs/site/site.ts";
import type { SourceFile, SourceSnapshot } from "../sources/source.ts";
import { kindOfFile } from "./read-file.ts";

/** The files that are pages. HTML beside a generator's settings is its templates and its output. */
export function pageFiles({ files }: SourceSnapshot, site: Site): SourceFile[] {
  return files.filter(({ path }) => {
    const kind = kindOfFile(path);
    if (kind === "html") return site.isPlain;
    return kind === "openapi" || site.isPage(path);
  });
}
