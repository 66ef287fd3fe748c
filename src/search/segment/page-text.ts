import type { VisiblePage } from "../../store/docs/pages.ts";

/** What is kept of a page: all but its path, which is kept beside it, and what its source alone decides. */
export function pageText({ path, baseUrl, ...page }: VisiblePage): string {
  return JSON.stringify(page);
}

export function readPageText(text: string, path: string, baseUrls: BaseUrls): VisiblePage {
  const { position, ...page }: Omit<VisiblePage, "path" | "baseUrl"> = JSON.parse(text);
  return { ...page, position, path, baseUrl: baseUrls.get(page.sourceId) ?? "" };
}

/** Where the pages of each source are published. */
export type BaseUrls = ReadonlyMap<string, string>;
