import type { SourceFile, SourceSnapshot } from "../sources/source.ts";
import { kindOfFile } from "./kind-of-file.ts";
import type { OpenedSite } from "./open-site.ts";

/** The files that are pages. HTML beside a generator's settings is its templates and its output. */
export function pageFiles(
  { files }: SourceSnapshot,
  site: Pick<OpenedSite, "isPlain" | "isPage">,
): SourceFile[] {
  return files.filter(({ path }) => {
    const kind = kindOfFile(path);
    if (kind === "html") return site.isPlain;
    return kind === "openapi" || site.isPage(path);
  });
}
