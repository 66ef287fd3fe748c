import { createHash } from "node:crypto";
import type { SlugStyle } from "../../docs/page/slug.ts";
import type { SourceFile } from "../sources/source.ts";
import { readerVersion } from "./parse-blob.ts";

export type ContentIds = (file: SourceFile, includes: string[]) => string;

/** Identity of everything a file's pages are made of; "" where the source cannot tell without reading. */
export function contentIds(files: SourceFile[], slugStyle: SlugStyle): ContentIds {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return (file, includes) => {
    const parts = [readerVersion, slugStyle, file.contentId];
    for (const path of includes) {
      const included = byPath.get(path);
      parts.push(path, included === undefined ? "missing" : included.contentId);
    }
    if (parts.includes(undefined)) return "";
    return createHash("sha256").update(parts.join("\n")).digest("base64url");
  };
}
