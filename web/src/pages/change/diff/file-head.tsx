import type { FileDiff } from "../../../../../src/contract/changes.ts";
import { IconButton } from "../../../ui/button.tsx";
import { FileMark, Tally } from "./file-mark.tsx";
import { nameOf } from "./file-tree.ts";

export const fileViews = ["diff", "whole", "before", "after"] as const;
export type FileView = (typeof fileViews)[number];
const viewWords: Record<FileView, string> = {
  diff: "Diff",
  whole: "Whole file",
  before: "Before",
  after: "After",
};

type FileHeadProps = {
  file: FileDiff;
  isOpen: boolean;
  isViewed: boolean;
  views: readonly FileView[];
  view: FileView;
  onOpen: (isOpen: boolean) => void;
  onViewed: (isViewed: boolean) => void;
  onView: (view: FileView) => void;
};

/** The name of a file and what can be done with it. */
export function FileHead(props: FileHeadProps) {
  const { file, isOpen, isViewed, views, view, onOpen, onViewed, onView } = props;
  const name = nameOf(file.path);
  return (
    <header className="diff-file-head">
      <IconButton
        icon={isOpen ? "down" : "right"}
        label={isOpen ? "Fold this file" : "Unfold this file"}
        aria-expanded={isOpen}
        onClick={() => onOpen(!isOpen)}
      />
      <FileMark status={file.status} />
      <FileName file={file} />
      <Tally additions={file.additions} deletions={file.deletions} />
      {views.length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: buttons of one file, no fields
        <div className="file-views" role="group" aria-label={`Show ${name} as`}>
          {views.map((one) => (
            <button key={one} type="button" aria-pressed={one === view} onClick={() => onView(one)}>
              {viewWords[one]}
            </button>
          ))}
        </div>
      )}
      <label className="viewed">
        <input
          type="checkbox"
          checked={isViewed}
          onChange={(event) => onViewed(event.target.checked)}
        />
        Viewed
        <span className="visually-hidden">: {file.path}</span>
      </label>
    </header>
  );
}

/** The head of a file that is far from the window. */
export function FarFileHead({ file }: { file: FileDiff }) {
  return (
    <header className="diff-file-head">
      <FileName file={file} />
    </header>
  );
}

function FileName({ file: { path, oldPath } }: { file: FileDiff }) {
  return (
    <h3 className="mono break" tabIndex={-1}>
      {oldPath !== path && oldPath && <span className="soft">{oldPath} → </span>}
      {path}
    </h3>
  );
}
