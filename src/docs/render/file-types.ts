/** Files that are shown with a page or can be taken from it, by the ending of their names. */
const types: Record<string, string> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  svg: "image/svg+xml",
  pdf: "application/pdf",
};

/** Undefined for files that are not given out. */
export function typeOfName(path: string): string | undefined {
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return Object.hasOwn(types, ending) ? types[ending] : undefined;
}

export function isShownFile(path: string): boolean {
  return typeOfName(path) !== undefined;
}

export function isShownImage(path: string): boolean {
  return typeOfName(path)?.startsWith("image/") === true;
}

const beginnings: [string, (bytes: Uint8Array) => boolean][] = [
  ["image/png", (bytes) => startsWith(bytes, "\x89PNG\r\n\x1a\n")],
  ["image/jpeg", (bytes) => startsWith(bytes, "\xff\xd8\xff")],
  ["image/gif", (bytes) => startsWith(bytes, "GIF87a") || startsWith(bytes, "GIF89a")],
  ["image/webp", (bytes) => startsWith(bytes, "RIFF") && startsWith(bytes, "WEBP", 8)],
  ["image/avif", (bytes) => startsWith(bytes, "ftypavi", 4)],
  ["application/pdf", (bytes) => startsWith(bytes, "%PDF-")],
  ["image/svg+xml", isSvg],
];

/** What a file is by its name and by its first bytes, whatever the name says; undefined for what is not given out. */
export function typeOfFile(path: string, bytes: Uint8Array): string | undefined {
  if (!isShownFile(path)) return undefined;
  return beginnings.find(([, isOwn]) => isOwn(bytes))?.[0];
}

function startsWith(bytes: Uint8Array, text: string, at = 0): boolean {
  return Buffer.from(bytes.subarray(at, at + text.length)).toString("latin1") === text;
}

function isSvg(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 2_000))
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  return head.startsWith("<") && /<svg[\s>]/i.test(head) && !/<html[\s>]/i.test(head);
}
