import { useState } from "react";
import type { ChangedFile, FileDiff } from "../../../../../src/contract/changes.ts";
import { api } from "../../../api.ts";
import { useAction } from "../../../use-action.ts";
import { belongsTo, linesOf } from "./context-hunks.ts";

export type FileText = {
  /** Both texts of the file, once they were asked for. */
  file: ChangedFile | undefined;
  lines: string[] | undefined;
  isBusy: boolean;
  error: string;
  /** True when the texts are there. */
  read: () => Promise<boolean>;
};

export type ChangeKey = { domain: string; number: number };

/** The whole of a changed file, read when it is wanted. */
export function useFileText(change: ChangeKey, diff: FileDiff): FileText {
  const [found, setFound] = useState<{ diff: FileDiff; file: ChangedFile } | undefined>(undefined);
  const current = found?.diff === diff ? found.file : undefined;
  const [known, setKnown] = useState<{ file: ChangedFile; lines: string[] } | undefined>(undefined);
  const action = useAction(async () => {
    const file = await api.changedFile(change.domain, change.number, diff.path);
    const lines = linesOf(file.newText ?? "");
    if (file.newText !== null && !belongsTo(diff, lines))
      throw new Error("The branch has moved on since this page was loaded. Reload the page.");
    setFound({ diff, file });
    setKnown({ file, lines });
  });
  return {
    file: current,
    lines: current && known?.file === current && current.newText !== null ? known.lines : undefined,
    isBusy: action.isBusy,
    error: action.error,
    read: async () => current !== undefined || action.run(),
  };
}
