import { useEffect, useState } from "react";
import type { LiveTopic } from "../../../src/contract/live.ts";
import { type Resource, useResource } from "../resource.tsx";
import { useLatest } from "../use-latest.ts";

export type Pages<Page> = Pick<Resource<Page[]>, "error" | "reload"> & {
  /** The parts loaded so far, in order. */
  pages: Page[] | undefined;
  hasMore: boolean;
  isLoadingMore: boolean;
  showMore: () => void;
};

/**
 * A list that is handed out in parts: the first, and as many after it as were asked for. Another part is loaded alone;
 * all of them are loaded again when something about their topics has changed.
 */
export function usePages<Page extends { nextCursor: string }>(
  key: string,
  load: (cursor: string) => Promise<Page>,
  options: { live?: readonly LiveTopic[] } = {},
): Pages<Page> {
  const [asked, setAsked] = useState({ key, parts: 1 });
  const [more, setMore] = useState<More>({ key, state: "idle" });
  const parts = asked.key === key ? asked.parts : 1;
  const { data, error, reload, replace } = useResource(key, () => loadParts(load, parts), options);
  const cursor = data?.at(-1)?.nextCursor ?? "";
  const isShort = data !== undefined && cursor !== "" && data.length < parts;
  useEffect(() => {
    // A reload that began before the last part was asked for brings one too few.
    if (isShort) void reload();
  }, [isShort, reload]);
  const add = useLatest((page: Page, after: { key: string; cursor: string }) => {
    if (after.key !== key) return;
    setAsked({ key, parts: (data?.length ?? 0) + 1 });
    if (after.cursor === cursor) replace([...(data ?? []), page]);
  });
  const own = more.key === key ? more : undefined;
  const showMore = async () => {
    setMore({ key, state: "loading" });
    try {
      add(await load(cursor), { key, cursor });
      setMore({ key, state: "idle" });
    } catch (fault) {
      setMore({ key, state: "failed", error: fault });
    }
  };
  return {
    pages: data,
    error: error ?? own?.error,
    reload: async () => {
      setMore({ key, state: "idle" });
      await reload();
    },
    hasMore: cursor !== "",
    isLoadingMore: own?.state === "loading" || (isShort && error === undefined),
    showMore: () => void showMore(),
  };
}

type More = { key: string; state: "idle" | "loading" | "failed"; error?: unknown };

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
