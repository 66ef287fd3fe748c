import { useCallback, useState } from "react";
import type { FileDiff } from "../../../../../src/contract/changes.ts";
import type { Viewed } from "./use-viewed.ts";

/** A viewed file is folded until somebody opens it. */
export function useFolds(files: readonly FileDiff[], viewed: Viewed) {
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const { set, has } = viewed;
  const setOpen = useCallback(
    ({ path }: FileDiff, isOpen: boolean) =>
      setOpened((before) => new Map(before).set(path, isOpen)),
    [],
  );
  const setViewed = useCallback(
    (file: FileDiff, isViewed: boolean) => {
      set(file, isViewed);
      setOpen(file, !isViewed);
    },
    [set, setOpen],
  );
  const toggleViewed = (path: string) => {
    const file = files.find((one) => one.path === path);
    if (file) setViewed(file, !has(file));
  };
  const isOpen = (file: FileDiff) => opened.get(file.path) ?? !has(file);
  return { isOpen, setOpen, setViewed, toggleViewed };
}
