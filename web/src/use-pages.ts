import { useEffect, useState } from "react";
import type { LiveTopic } from "../../src/contract/live.ts";
import { type Resource, useResource } from "./resource.tsx";

export type Pages<Page> = Pick<Resource<Page[]>, "error" | "reload"> & {
  /** The parts loaded so far, in order. */
  pages: Page[] | undefined;
  hasMore: boolean;
  isLoadingMore: boolean;
  showMore: () => void;
};

/** A list that is handed out in parts: the first, and as many after it as were asked for. All of them stay live. */
export function usePages<Page extends { nextCursor: string }>(
  key: string,
  load: (cursor: string) => Promise<Page>,
  options: { live?: readonly LiveTopic[] } = {},
): Pages<Page> {
  const [asked, setAsked] = useState({ key, parts: 1 });
  const parts = asked.key === key ? asked.parts : 1;
  const { data, error, reload } = useResource(key, () => loadParts(load, parts), options);
  useEffect(() => {
    if (parts > 1) void reload();
  }, [parts, reload]);
  const hasMore = (data?.at(-1)?.nextCursor ?? "") !== "";
  return {
    pages: data,
    error,
    reload,
    hasMore,
    isLoadingMore: hasMore && data !== undefined && data.length < parts && error === undefined,
    showMore: () => setAsked({ key, parts: (data?.length ?? 0) + 1 }),
  };
}

async function loadParts<Page extends { nextCursor: string }>(
  load: (cursor: string) => Promise<Page>,
  parts: number,
): Promise<Page[]> {
  const loaded: Page[] = [];
  for (let cursor = ""; loaded.length < parts; ) {
    const page = await load(cursor);
    loaded.push(page);
    cursor = page.nextCursor;
    if (cursor === "") break;
  }
  return loaded;
}
