import { hash } from "node:crypto";
import type { SlugStyle } from "../../docs/page/slug.ts";
import type { Site } from "../../docs/site/site.ts";
import type { StoredSource } from "../../store/docs/sources.ts";
import { languageOfPath } from "../../text/language-of-path.ts";
import type { PageText } from "../formats/format.ts";
import type { SourceFile } from "../sources/source.ts";

/** Raised whenever parsing, chunking, embedding or addresses change, so that stored pages are read anew. */
export const readerVersion = "6";

/** What decides, beside the files of a source, about what is read from them: how its site's identity begins. */
export function wayOfReading({
  mount,
  subfolder,
}: Pick<StoredSource, "mount" | "subfolder">): string {
  return `${[readerVersion, mount, subfolder].join("\n")}\n`;
}

/** A page's text with everything that decides how it is read. */
export type ReadPage = PageText & {
  format: "md" | "mdx";
  slugStyle: SlugStyle;
  /** Language that the path names; "" for none. */
  pathLanguage: string;
  /** Identity of all of the above but the path: pages that are the same are stored once. */
  hash: string;
};

export function identifyPage(text: PageText, slugStyle: SlugStyle): ReadPage {
  const format = /\.mdx$/i.test(text.path) ? "mdx" : "md";
  const pathLanguage = languageOfPath(text.path) ?? "";
  const problems = text.problems.length > 0 ? JSON.stringify(text.problems) : "";
  const way = `${readerVersion}\n${format}\n${slugStyle}\n${pathLanguage}\n${problems}\n`;
  const identity = hash("sha256", way + text.content);
  return { ...text, format, slugStyle, pathLanguage, hash: identity };
}

export type ContentIds = (file: SourceFile, includes: string[]) => string;

/** Identity of everything a file's pages are made of; "" where the source cannot tell without reading. */
export function contentIds(
  files: SourceFile[],
  { slugStyle, values }: Pick<Site, "slugStyle" | "values">,
): ContentIds {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const named = [...values].flat();
  return (file, includes) => {
    const parts = [readerVersion, slugStyle, ...named, file.contentId];
    for (const path of includes) {
      const included = byPath.get(path);
      parts.push(path, included === undefined ? "missing" : included.contentId);
    }
    if (parts.includes(undefined)) return "";
    return hash("sha256", parts.join("\n"), "base64url");
  };
}
