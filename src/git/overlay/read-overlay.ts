import { isUtf8 } from "node:buffer";
import { AppError } from "../../lib/app-error.ts";
import { shownPath } from "../../lib/repository-path.ts";
import { readBlobs } from "../read/read-blobs.ts";
import { maxTextBytes } from "./overlay-change.ts";
import type { OverlayFile, OverlayFiles } from "./overlay-files.ts";

/** The text of one file; throws, with what to do instead, when it is too long or no text. */
export async function readText(
  repository: string,
  path: string,
  files: OverlayFiles,
): Promise<string> {
  const file = files.require(path);
  if (isLong(file)) {
    throw new AppError(
      "too_large",
      `${shownPath(path)} has ${sizeOf(file)}, too much to read: the limit is 2 MB. Search it for the text you need.`,
    );
  }
  const text = await textOf(repository, file);
  if (text !== undefined) return text;
  throw new AppError(
    "unsupported_media_type",
    `${shownPath(path)} is not UTF-8 text but ${kindOf(path)} of ${sizeOf(file)}. It can be moved, deleted and linked to, but not read or edited.`,
  );
}

/** The texts of many files through one git process; what cannot be read as text is left out. */
export async function* readTexts(
  repository: string,
  paths: string[],
  files: OverlayFiles,
): AsyncGenerator<{ path: string; content: string }> {
  const wanted = paths.flatMap((path) => {
    const file = files.find(path);
    return file === undefined || isLong(file) ? [] : [{ path, file }];
  });
  const ids = wanted.flatMap(({ file }) => (file.kind === "blob" ? [file.blobId] : []));
  const blobs = readBlobs(repository, ids, { maxBytes: maxTextBytes });
  try {
    for (const { path, file } of wanted) {
      const content = file.kind === "text" ? file.content : await nextText(blobs);
      if (content !== undefined) yield { path, content };
    }
  } finally {
    await blobs.return(undefined);
  }
}

const kinds: [RegExp, string][] = [
  [/\.(?:png|jpe?g|gif|webp|avif|ico|bmp|tiff?)$/i, "an image"],
  [/\.(?:mp4|webm|mov|avi|mp3|wav|ogg)$/i, "a recording"],
  [/\.(?:woff2?|ttf|otf|eot)$/i, "a font"],
  [/\.(?:zip|gz|tgz|tar|bz2|xz|7z|jar)$/i, "an archive"],
  [/\.pdf$/i, "a PDF document"],
];

function kindOf(path: string): string {
  return kinds.find(([ending]) => ending.test(path))?.[1] ?? "a binary file";
}

function sizeOf(file: OverlayFile): string {
  const bytes = file.kind === "text" ? Buffer.byteLength(file.content) : file.size;
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000
    ? `${Math.round(bytes / 1_000)} kB`
    : `${Math.round(bytes / 1e5) / 10} MB`;
}

function isLong(file: OverlayFile): boolean {
  return file.kind === "blob" && file.size > maxTextBytes;
}

async function textOf(repository: string, file: OverlayFile): Promise<string | undefined> {
  if (file.kind === "text") return file.content;
  return nextText(readBlobs(repository, [file.blobId], { maxBytes: maxTextBytes }));
}

async function nextText(blobs: ReturnType<typeof readBlobs>): Promise<string | undefined> {
  const next = await blobs.next();
  if (next.done) throw new AppError("unavailable", "git sent less than it was asked for.");
  const { content } = next.value;
  return content.includes(0) || !isUtf8(content) ? undefined : content.toString("utf8");
}
