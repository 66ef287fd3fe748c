import { posix } from "node:path";
import { isPageFile } from "../../page/page-format.ts";
import type { Docs } from "../read-docs.ts";
import type { Target } from "./target.ts";

const assetEnding =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|pdf|mp[34]|webm|mov|wav|ogg|zip|t?gz|tar|csv|docx?|xlsx?|pptx?|[jt]sx|ts|py|go|rs|sh|toml|ipynb)$/i;
/** Files that sites make when they are built. */
const builtEnding = /\.(?:xml|txt|rss|atom|json|ya?ml|webmanifest|m?js|css)$/i;

export function kindOf(address: string): "page" | "file" {
  return assetEnding.test(address) || builtEnding.test(address) ? "file" : "page";
}

export function isBuilt(address: string): boolean {
  return builtEnding.test(address);
}

export function fileAt(path: string, anchor: string): Target {
  return isPageFile(path) ? { kind: "page", path, anchor } : { kind: "there" };
}

export function firstFile(docs: Docs, folders: string[], address: string): string | undefined {
  for (const folder of folders) {
    const path = joinPath(folder, address);
    if (path !== undefined && docs.isFile(path)) return path;
  }
  return undefined;
}

export function isFolderAt(docs: Docs, root: string, place: string): boolean {
  const path = joinPath(root, place);
  return path !== undefined && docs.isFolder(path);
}

/** The repository as `resolveLink` asks about it. */
export function repositoryAt(docs: Docs, root: string) {
  return { root, has: (path: string) => docs.isFile(path) || docs.isFolder(path) };
}

/** Joins a folder and a path in it; undefined when that leads out. */
export function joinPath(folder: string, path: string): string | undefined {
  const joined = posix.join(folder === "" ? "." : folder, path).replace(/\/+$/, "");
  if (joined === ".." || joined.startsWith("../")) return undefined;
  return joined === "." ? "" : joined.replace(/^\/+/, "");
}
