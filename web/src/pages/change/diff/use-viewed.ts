import { useCallback, useMemo, useState } from "react";
import type { Change, FileDiff } from "../../../../../src/contract/changes.ts";
import { readStored, writeStored } from "../../../theme.ts";
import { fileFingerprint } from "../fingerprint.ts";
import { isViewed, readViewed, withViewed, writeViewed } from "./viewed-files.ts";

export type Viewed = {
  has: (file: FileDiff) => boolean;
  set: (file: FileDiff, isViewed: boolean) => void;
  count: number;
};

/** Which files of a change have been read, kept in this browser. */
export function useViewed(domain: string, change: Change, files: readonly FileDiff[]): Viewed {
  const { number, headCommit } = change;
  const name = `docent-viewed ${domain} ${number}`;
  const [viewed, setViewed] = useState(() => readViewed(readStored(name)));
  const prints = useMemo(
    () => new Map(files.map((file) => [file, fileFingerprint(file, headCommit)])),
    [files, headCommit],
  );
  const has = useCallback(
    (file: FileDiff) => isViewed(viewed, file.path, prints.get(file) ?? ""),
    [viewed, prints],
  );
  const set = useCallback(
    (file: FileDiff, isNow: boolean) =>
      setViewed((before) => {
        const after = withViewed(before, file.path, isNow ? prints.get(file) : undefined);
        writeStored(name, writeViewed(after));
        return after;
      }),
    [name, prints],
  );
  const count = useMemo(() => files.filter(has).length, [files, has]);
  return { has, set, count };
}
