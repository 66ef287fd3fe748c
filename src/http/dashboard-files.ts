import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, sep } from "node:path";
import { gzipSync } from "node:zlib";

export type DashboardFile = {
  bytes: Uint8Array<ArrayBuffer>;
  /** Smaller, for browsers that take it; absent where it would not be. */
  gzipped?: Uint8Array<ArrayBuffer>;
  type: string;
};

/** The built dashboard by path, `index.html` and `assets/…`: an address that is none of these reaches no disk. */
export type DashboardFiles = ReadonlyMap<string, DashboardFile>;

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

/** Undefined when there is no built dashboard in the folder. */
export function readDashboardFiles(folder: string): DashboardFiles | undefined {
  const index = statSync(join(folder, "index.html"), { throwIfNoEntry: false });
  if (!index?.isFile()) return undefined;
  const files = new Map<string, DashboardFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const file = join(entry.parentPath, entry.name);
    const path = file
      .slice(folder.length + 1)
      .split(sep)
      .join("/");
    if (!path.startsWith(".")) files.set(path, toFile(readFileSync(file), type));
  }
  return files;
}

function toFile(content: Buffer, type: string): DashboardFile {
  const bytes = new Uint8Array(content);
  const gzipped = new Uint8Array(gzipSync(bytes));
  return { bytes, type, ...(gzipped.length < bytes.length * 0.9 && { gzipped }) };
}
