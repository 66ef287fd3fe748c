import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { slashed } from "../lib/disk/slashed.ts";
import { once } from "../lib/once.ts";

export type ClientFile = {
  bytes: Uint8Array<ArrayBuffer>;
  /** Smaller, for browsers that take it; undefined where it would not be. */
  readonly gzipped: Uint8Array<ArrayBuffer> | undefined;
  type: string;
  /** Changes with the content. */
  version: string;
};

/** What was built for browsers by path, as `index.html` and `assets/…`: an address that is none of these reaches no disk. */
export type ClientFiles = ReadonlyMap<string, ClientFile>;

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
};

/** What of it was built, by what it is. */
export type BuiltClients = Partial<Record<"dashboard" | "reader" | "widget", ClientFiles>>;

/** Undefined when nothing was built in the folder; `main` is the file that is always there. */
export function readClientFiles(folder: string, main = "index.html"): ClientFiles | undefined {
  const isBuilt = statSync(join(folder, main), { throwIfNoEntry: false })?.isFile();
  if (!isBuilt) return undefined;
  const files = new Map<string, ClientFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const file = join(entry.parentPath, entry.name);
    const path = slashed(file.slice(folder.length + 1));
    if (!path.startsWith(".")) files.set(path, toFile(readFileSync(file), type));
  }
  return files;
}

function toFile(content: Buffer, type: string): ClientFile {
  const bytes = new Uint8Array(content);
  const compress = once(() => {
    const gzipped = new Uint8Array(gzipSync(bytes));
    return gzipped.length < bytes.length * 0.9 ? gzipped : undefined;
  });
  const version = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  return {
    bytes,
    type,
    version,
    get gzipped() {
      return compress();
    },
  };
}
