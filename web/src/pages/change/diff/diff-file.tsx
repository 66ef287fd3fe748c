import { memo, useRef, useState } from "react";
import type { FileDiff } from "../../../../../src/contract/changes.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { LineTalk } from "../review/line-talk.tsx";
import type { Talk } from "../review/review-draft.ts";
import type { ShownGaps } from "./context-hunks.ts";
import { FarFileHead, FileHead, type FileView, fileViews } from "./file-head.tsx";
import { FileLines, rowHeight } from "./file-lines.tsx";
import { idOfFile } from "./file-mark.tsx";
import type { ShowMore } from "./gap-row.tsx";
import type { DiffLayout } from "./line-blocks.ts";
import { PagePreview } from "./page-preview.tsx";
import { type ChangeKey, type FileText, useFileText } from "./use-file-text.ts";
import { useNear } from "./use-near.ts";

type DiffFileProps = {
  change: ChangeKey;
  file: FileDiff;
  layout: DiffLayout;
  talk: Talk;
  isOpen: boolean;
  isViewed: boolean;
  onOpen: (file: FileDiff, isOpen: boolean) => void;
  onViewed: (file: FileDiff, isViewed: boolean) => void;
};

/** A file of a change. Far from the window it is its name and an empty space as high as its lines. */
export const DiffFile = memo(function DiffFile(props: DiffFileProps) {
  const { change, file, isOpen, isViewed, onOpen, onViewed } = props;
  const box = useRef<HTMLElement>(null);
  const { isNear, height } = useNear(box);
  const text = useFileText(change, file);
  const [view, setView] = useState<FileView>("diff");
  const [shown, setShown] = useState<ShownGaps>(noGaps);
  const show = (next: FileView) => {
    setView(next);
    onOpen(file, true);
    if (next !== "diff") void text.read();
  };
  const showMore: ShowMore = async (index, more) => {
    if (!(await text.read())) return;
    setShown((before) => {
      const { top, bottom } = before.get(index) ?? { top: 0, bottom: 0 };
      return new Map(before).set(index, { top: top + more.top, bottom: bottom + more.bottom });
    });
  };
  const left = isOpen ? height || estimate(file) : 0;
  return (
    <article
      id={idOfFile(file.path)}
      ref={box}
      data-path={file.path}
      className={isOpen ? "diff-file" : "diff-file is-folded"}
      style={isNear || left === 0 ? undefined : { height: left }}
    >
      {isNear ? (
        <FileHead
          file={file}
          isOpen={isOpen}
          isViewed={isViewed}
          views={viewsOf(file)}
          view={view}
          onOpen={(next) => onOpen(file, next)}
          onViewed={(next) => onViewed(file, next)}
          onView={show}
        />
      ) : (
        <FarFileHead file={file} />
      )}
      {isNear && isOpen && (
        <FileBody
          {...props}
          view={view}
          text={text}
          shown={view === "whole" ? everyGap(file) : shown}
          onMore={showMore}
        />
      )}
    </article>
  );
});

const headHeight = 44;

function estimate({ hunks }: FileDiff): number {
  const rows = hunks.reduce((total, { lines }) => total + lines.length + 2, 2);
  return headHeight + rows * rowHeight;
}

/** Files that are pages in one of the formats Docent reads can be looked at as readers see them. */
function viewsOf({ path, status, binary, hunks }: FileDiff): readonly FileView[] {
  if (binary || hunks.length === 0) return ["diff"];
  const isPage = /\.(?:mdx?|markdown|rst|adoc|asciidoc|html?|ipynb)$/i.test(path);
  return fileViews.filter((view) => {
    if (view === "diff") return true;
    if (view === "whole") return status !== "added" && status !== "deleted";
    return isPage && status !== (view === "before" ? "added" : "deleted");
  });
}

const noGaps: ShownGaps = new Map();
const whole = { top: Number.MAX_SAFE_INTEGER / 4, bottom: 0 };

function everyGap({ hunks }: FileDiff): ShownGaps {
  return new Map(Array.from({ length: hunks.length + 1 }, (_, index) => [index, whole]));
}

type FileBodyProps = DiffFileProps & {
  view: FileView;
  text: FileText;
  shown: ShownGaps;
  onMore: ShowMore;
};

function FileBody({ file, layout, talk, view, text, shown, onMore }: FileBodyProps) {
  if (view === "before" || view === "after") return <Preview file={file} view={view} text={text} />;
  const note = noteOn(file);
  return (
    <>
      {text.error && <Notice tone="bad">{text.error}</Notice>}
      {note && <p className="diff-note">{note}</p>}
      {note && talk.comments.length + talk.remarks.length > 0 && <LineTalk {...talk} />}
      {!note && (
        <FileLines
          file={file}
          layout={layout}
          talk={talk}
          text={text.lines}
          shown={shown}
          isBusy={text.isBusy}
          onMore={onMore}
        />
      )}
    </>
  );
}

type PreviewProps = { file: FileDiff; view: "before" | "after"; text: FileText };

function Preview({ file, view, text }: PreviewProps) {
  if (text.error) return <Notice tone="bad">{text.error}</Notice>;
  if (!text.file) return <Skeleton lines={4} label="Reading the page" />;
  const html = view === "before" ? text.file.oldHtml : text.file.newHtml;
  if (html === null) {
    return <p className="diff-note">This file is no page that can be shown as readers see it.</p>;
  }
  return <PagePreview html={html} title={`${file.path}, ${view} the change`} />;
}

/** Why a file has no lines to show. */
function noteOn({ status, binary, hunks, additions, deletions }: FileDiff): string {
  if (binary) return "A binary file; there are no lines to show.";
  if (hunks.length > 0) return "";
  if (additions + deletions > 0)
    return "The change is too long for these lines to be shown here. Read them in git.";
  if (status === "moved") return "Moved without a change to its text.";
  return "An empty file, or one of which only the mode changed.";
}
