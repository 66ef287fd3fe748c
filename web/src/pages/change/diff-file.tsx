import { useState } from "react";
import type { FileDiff } from "../../../../src/contract/changes.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { FileMark, Tally } from "./file-list.tsx";
import { SplitHunk } from "./split-hunk.tsx";
import { UnifiedHunk } from "./unified-hunk.tsx";

export type DiffLayout = "unified" | "split";

type DiffFileProps = {
  id: string;
  file: FileDiff;
  layout: DiffLayout;
  /** Drawn only when asked for. */
  isHeld: boolean;
};

export function DiffFile({ id, file, layout, isHeld }: DiffFileProps) {
  const [isOpen, setOpen] = useState(true);
  return (
    <article id={id} className={isOpen ? "diff-file" : "diff-file is-folded"}>
      <header className="diff-file-head">
        <IconButton
          icon={isOpen ? "down" : "right"}
          label={isOpen ? "Fold this file" : "Unfold this file"}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        <FileMark status={file.status} />
        <h3 className="mono break">
          {file.oldPath !== file.path && file.oldPath && (
            <span className="soft">{file.oldPath} → </span>
          )}
          {file.path}
        </h3>
        <Tally additions={file.additions} deletions={file.deletions} />
      </header>
      {isOpen && <FileBody file={file} layout={layout} isHeld={isHeld} />}
    </article>
  );
}

export function lineCount({ hunks }: FileDiff): number {
  return hunks.reduce((total, { lines }) => total + lines.length, 0);
}

function FileBody({ file, layout, isHeld }: Omit<DiffFileProps, "id">) {
  const size = lineCount(file);
  const [isWanted, setWanted] = useState(!isHeld);
  if (file.binary) return <p className="diff-note">A binary file; there are no lines to show.</p>;
  if (size === 0) return <p className="diff-note">{emptyWords(file)}</p>;
  if (!isWanted) {
    return (
      <p className="diff-note">
        {size.toLocaleString("en")} lines are not shown.{" "}
        <Button isSmall onClick={() => setWanted(true)}>
          Show them
        </Button>
      </p>
    );
  }
  const Hunk = layout === "split" ? SplitHunk : UnifiedHunk;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <div className={`diff-body diff-${layout}`} tabIndex={0}>
      <table>
        {layout === "split" && (
          <colgroup>
            <col className="number-column" />
            <col />
            <col className="number-column" />
            <col />
          </colgroup>
        )}
        {file.hunks.map((hunk) => (
          <Hunk key={keyOf(hunk)} hunk={hunk} path={file.path} />
        ))}
      </table>
    </div>
  );
}

/** No two hunks of a file begin at the same line. */
function keyOf({ header, lines }: FileDiff["hunks"][number]): string {
  return `${lines[0]?.oldLine} ${lines[0]?.newLine} ${header}`;
}

function emptyWords({ status }: FileDiff): string {
  if (status === "moved") return "Moved without a change to its text.";
  return "An empty file, or one of which only the mode changed.";
}
