import { subtle } from "node:crypto";
import { typeOfFile } from "../../docs/render/file-types.ts";
import { imageSize } from "../../docs/render/image-size.ts";
import { AppError } from "../../lib/app-error.ts";
import type { WantedDocs } from "../open-docs.ts";
import type { Reader } from "../open-project.ts";
import { type ShowPageDeps, showPage } from "./show-page.ts";
import { type ViewPageDeps, viewPage } from "./view-page.ts";

export type ShowFileDeps = ShowPageDeps & ViewPageDeps;

export type ShownFile = { bytes: Buffer; type: string; version: string };

type WantedFile = WantedDocs & {
  path: string;
  /** The page that names it. */
  page: string;
  network: string;
};

const maxFileBytes = 10 * 1024 * 1024;

/** A file of the repository that a page names: whoever may read the page may have it, and nothing else is given out. */
export async function showFile(
  deps: ShowFileDeps,
  reader: Reader,
  { path, page: pagePath, network, ...wanted }: WantedFile,
): Promise<ShownFile> {
  const missing = new AppError("not_found", "There is no such file here.");
  const shown = await showPage(deps, reader, { ...wanted, path: pagePath });
  if (shown.kind !== "page") throw missing;
  const { project, page } = shown;
  const viewed = await viewPage(deps, { project, page }, network);
  if (viewed?.files.has(path) !== true) throw missing;
  const docs = await deps.pageDocs.of(project, page.sourceId);
  const opened = await docs.open();
  const bytes = await opened?.read(path, maxFileBytes);
  const type = bytes && typeOfFile(path, bytes);
  if (bytes === undefined || type === undefined) throw missing;
  const size = imageSize(type, bytes);
  if (size) deps.pageDocs.sizes.set(docs.id, path, size);
  return { bytes, type, version: await versionOf(bytes) };
}

/** Not on this thread: a large file takes longer than others should wait. */
async function versionOf(bytes: Buffer): Promise<string> {
  const digest = await subtle.digest("SHA-256", bytes);
  return Buffer.from(digest).toString("hex").slice(0, 32);
}
