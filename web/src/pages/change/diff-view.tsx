import { useMemo, useState } from "react";
import type { FileDiff } from "../../../../src/contract/changes.ts";
import { count } from "../../format.ts";
import { readStored, writeStored } from "../../theme.ts";
import { Segments } from "../../ui/choice.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useMedia } from "../../use-media.ts";
import { DiffFile, type DiffLayout, lineCount } from "./diff-file.tsx";
import { FileList, idOfFile, Tally } from "./file-list.tsx";

const layouts = [
  { value: "unified", label: "Unified" },
  { value: "split", label: "Split" },
] as const;
const storageKey = "docent-diff-layout";
/** Two columns of code do not fit on a phone; the style sheet hides the choice at the same width. */
const narrow = "(max-width: 760px)";

type DiffViewProps = { files: FileDiff[]; isTruncated: boolean };

export function DiffView({ files, isTruncated }: DiffViewProps) {
  const isNarrow = useMedia(narrow);
  const [layout, setLayout] = useState<DiffLayout>(() =>
    readStored(storageKey) === "split" ? "split" : "unified",
  );
  const choose = (next: DiffLayout) => {
    writeStored(storageKey, next);
    setLayout(next);
  };
  const held = useMemo(() => heldFiles(files), [files]);
  if (files.length === 0) {
    return (
      <Empty icon="file" title="No difference">
        <p>The branch holds nothing that the docs do not have already.</p>
      </Empty>
    );
  }
  return (
    <section className="diff" aria-label="Files changed">
      <header className="diff-head">
        <h2>{count(files.length, "file")} changed</h2>
        <Tally additions={sum(files, "additions")} deletions={sum(files, "deletions")} />
        <div className="diff-layout">
          <Segments legend="Layout" options={layouts} value={layout} onChange={choose} />
        </div>
      </header>
      {files.length > 1 && <FileList files={files} />}
      {isTruncated && (
        <Notice tone="warn">
          The diff is longer than what is shown here. Read the rest in git.
        </Notice>
      )}
      {files.map((file, index) => (
        <DiffFile
          key={file.path}
          id={idOfFile(index)}
          file={file}
          layout={isNarrow ? "unified" : layout}
          isHeld={held.has(file)}
        />
      ))}
    </section>
  );
}

function sum(files: FileDiff[], field: "additions" | "deletions"): number {
  return files.reduce((total, file) => total + file[field], 0);
}

const mostLinesOfFile = 600;
const mostLinesOfPage = 5_000;

/** Files too long to draw unasked: on their own, or after all those before them. */
function heldFiles(files: FileDiff[]): Set<FileDiff> {
  const held = new Set<FileDiff>();
  let drawn = 0;
  for (const file of files) {
    const size = lineCount(file);
    if (size > mostLinesOfFile || drawn + size > mostLinesOfPage) held.add(file);
    else drawn += size;
  }
  return held;
}
