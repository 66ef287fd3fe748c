import { memo, useEffect, useMemo, useState } from "react";
import type { Change, ChangeComment, FileDiff } from "../../../../../src/contract/changes.ts";
import { count, number } from "../../../format.ts";
import { readStored, writeStored } from "../../../theme.ts";
import { Segments } from "../../../ui/choice.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useMedia } from "../../../use-media.ts";
import { LineTalk } from "../review/line-talk.tsx";
import { keyOf, noTalk, type Remark, talkByPath } from "../review/review-draft.ts";
import { DiffFile } from "./diff-file.tsx";
import { Tally } from "./file-mark.tsx";
import { fileTree, treeOrder } from "./file-tree.ts";
import { KeysButton } from "./keys-button.tsx";
import type { DiffLayout } from "./line-blocks.ts";
import { TreeView } from "./tree-view.tsx";
import { useFolds } from "./use-folds.ts";
import { useViewed } from "./use-viewed.ts";

type FilesViewProps = {
  domain: string;
  change: Change;
  files: FileDiff[];
  isTruncated: boolean;
  comments: ChangeComment[];
  remarks: Remark[];
};

/** The files of a change: their tree, and one diff below the other in the same order. */
export const FilesView = memo(function FilesView(props: FilesViewProps) {
  const { domain, change, files, isTruncated, comments, remarks } = props;
  const ordered = useMemo(() => treeOrder(fileTree(files)), [files]);
  const viewed = useViewed(domain, change, ordered);
  const [layout, setLayout] = useLayout();
  const folds = useFolds(ordered, viewed);
  const talks = useMemo(() => talkByPath(comments, remarks), [comments, remarks]);
  const key = useMemo(() => ({ domain, number: change.number }), [domain, change.number]);
  const isTreeAside = useMedia(wide);
  useScrollToAnchor();
  if (files.length === 0) return <NoFiles isTruncated={isTruncated} />;
  const tree = files.length > 1 && <TreeView files={ordered} isViewed={viewed.has} />;
  return (
    <section className={tree ? "review" : "review review-plain"} aria-label="Files changed">
      <header className="review-bar">
        <h2>{count(files.length, "file")} changed</h2>
        <Tally additions={sum(files, "additions")} deletions={sum(files, "deletions")} />
        <Progress done={viewed.count} all={files.length} />
        <KeysButton onViewed={folds.toggleViewed} />
        <div className="diff-layout">
          <Segments legend="Layout" options={layouts} value={layout.chosen} onChange={setLayout} />
        </div>
      </header>
      {isTreeAside && tree && <div className="review-tree">{tree}</div>}
      {!isTreeAside && tree && (
        <details className="tree-fold">
          <summary>All files</summary>
          {tree}
        </details>
      )}
      <div className="review-files">
        {isTruncated && (
          <Notice tone="warn">
            The diff is longer than what is shown here. Read the rest in git.
          </Notice>
        )}
        <StrayRemarks files={files} remarks={remarks} />
        {ordered.map((file) => (
          <DiffFile
            key={file.path}
            change={key}
            file={file}
            layout={layout.drawn}
            talk={talks.get(file.path) ?? noTalk}
            isOpen={folds.isOpen(file)}
            isViewed={viewed.has(file)}
            onOpen={folds.setOpen}
            onViewed={folds.setViewed}
          />
        ))}
      </div>
    </section>
  );
});

const layouts = [
  { value: "unified", label: "Unified" },
  { value: "split", label: "Split" },
] as const;
const layoutKey = "docent-diff-layout";
/** Two columns of code do not fit on a phone; the style sheet hides the choice at the same width. */
const narrow = "(max-width: 760px)";
/** The style sheet puts the tree beside the files at the same width. */
const wide = "(min-width: 1021px)";

function useLayout() {
  const isNarrow = useMedia(narrow);
  const [chosen, setChosen] = useState<DiffLayout>(() =>
    readStored(layoutKey) === "split" ? "split" : "unified",
  );
  const choose = (next: DiffLayout) => {
    writeStored(layoutKey, next);
    setChosen(next);
  };
  return [{ chosen, drawn: isNarrow ? "unified" : chosen } as const, choose] as const;
}

/** The branch may have moved on since a comment was begun; it can still be read and taken back. */
function StrayRemarks({ files, remarks }: Pick<FilesViewProps, "files" | "remarks">) {
  const strays = remarks.filter(({ path }) => !files.some((file) => file.path === path));
  if (strays.length === 0) return null;
  return (
    <Notice tone="warn" title="These comments are on files that the change no longer has">
      {strays.map((remark) => (
        <div key={keyOf(remark)}>
          <p className="mono break">{remark.path}</p>
          <LineTalk comments={[]} remarks={[remark]} />
        </div>
      ))}
    </Notice>
  );
}

function Progress({ done, all }: { done: number; all: number }) {
  return (
    <span className="viewed-count">
      <progress max={all} value={done} aria-label="Files viewed" />
      <span>
        {number(done)} of {number(all)} viewed
      </span>
    </span>
  );
}

function NoFiles({ isTruncated }: { isTruncated: boolean }) {
  return isTruncated ? (
    <Empty icon="file" title="The diff is gone">
      <p>The branch was deleted, and git has thrown its commits away since.</p>
    </Empty>
  ) : (
    <Empty icon="file" title="No difference">
      <p>The branch holds nothing that the docs do not have already.</p>
    </Empty>
  );
}

/** The browser looks for an anchor before the files are there. */
function useScrollToAnchor(): void {
  useEffect(() => {
    const { hash } = window.location;
    if (!hash.startsWith("#file-")) return;
    document.getElementById(decoded(hash.slice(1)))?.scrollIntoView();
  }, []);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function sum(files: readonly FileDiff[], field: "additions" | "deletions"): number {
  return files.reduce((total, file) => total + file[field], 0);
}
