import { createHash } from "node:crypto";
import type { IncludedText, IncludedTexts } from "../includes/gather-includes.ts";
import type { SourceFile, SourceSnapshot } from "../sources/source.ts";
import { decodeText } from "./decode-text.ts";

const largestFile = 1024 * 1024;
const keptCharacters = 32 * 1024 * 1024;

/** Reads the files that pages take in, each once for all pages of a sync. */
export function includedTexts(
  snapshot: Pick<SourceSnapshot, "files" | "support" | "read">,
): (paths: string[]) => Promise<IncludedTexts> {
  const files = new Map(
    [...snapshot.files, ...snapshot.support].map((file): [string, SourceFile] => [file.path, file]),
  );
  const texts = new Map<string, IncludedText | undefined>();
  let kept = 0;
  return async (paths) => {
    const wanted = paths
      .filter((path) => !texts.has(path))
      .flatMap((path) => files.get(path) ?? [])
      .filter((file) => file.size <= largestFile);
    for (const path of paths) if (!texts.has(path)) texts.set(path, undefined);
    for await (const { file, content } of snapshot.read(wanted)) {
      const text = decodeText(content);
      if (text === undefined || kept + text.length > keptCharacters) continue;
      kept += text.length;
      const hash = createHash("sha256").update(text).digest("base64url");
      texts.set(file.path, { text, hash });
    }
    return new Map(paths.map((path) => [path, texts.get(path)]));
  };
}
