import { memo, useMemo, useState } from "react";
import type { FileDiff } from "../../../../../src/contract/changes.ts";
import { count } from "../../../format.ts";
import { Icon } from "../../../ui/icon.tsx";
import { FileMark, idOfFile, Tally } from "./file-mark.tsx";
import { fileTree, nameOf, type TreeFolder } from "./file-tree.ts";

type TreeViewProps = { files: readonly FileDiff[]; isViewed: (file: FileDiff) => boolean };

/** All files of a change by folder, each a link to its diff. */
export const TreeView = memo(function TreeView({ files, isViewed }: TreeViewProps) {
  const [filter, setFilter] = useState("");
  const found = useMemo(() => {
    const wanted = filter.trim().toLowerCase();
    return files.filter(({ path }) => path.toLowerCase().includes(wanted));
  }, [files, filter]);
  const tree = useMemo(() => fileTree(found), [found]);
  return (
    <nav className="file-tree" aria-label="Files">
      <div className="search-field">
        <Icon name="search" size={14} />
        <input
          type="search"
          className="input"
          aria-label="Filter files"
          placeholder="Filter files"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      </div>
      <p className="visually-hidden" role="status">
        {filter.trim() && `${count(found.length, "file")} found`}
      </p>
      {found.length === 0 && <p className="soft">No file has this in its path.</p>}
      <Branch folder={tree} isViewed={isViewed} />
    </nav>
  );
});

type BranchProps = { folder: TreeFolder; isViewed: (file: FileDiff) => boolean };

function Branch({ folder, isViewed }: BranchProps) {
  return (
    <ul className="tree-list">
      {folder.folders.map((inner) => (
        <li key={inner.path}>
          <Folder folder={inner} isViewed={isViewed} />
        </li>
      ))}
      {folder.files.map((file) => (
        <li key={file.path} className="tree-entry">
          <TreeFile file={file} isViewed={isViewed(file)} />
        </li>
      ))}
    </ul>
  );
}

function Folder({ folder, isViewed }: BranchProps) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button
        type="button"
        className="tree-folder"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? "down" : "right"} size={12} />
        <span className="break">{folder.name}</span>
      </button>
      {isOpen && <Branch folder={folder} isViewed={isViewed} />}
    </>
  );
}

const TreeFile = memo(function TreeFile({ file, isViewed }: { file: FileDiff; isViewed: boolean }) {
  return (
    <a
      href={`#${encodeURIComponent(idOfFile(file.path))}`}
      className={isViewed ? "tree-file is-viewed" : "tree-file"}
    >
      <FileMark status={file.status} />
      <span className="tree-name">{nameOf(file.path)}</span>
      {isViewed && <Icon name="check" size={14} />}
      {isViewed && <span className="visually-hidden">viewed</span>}
      <Tally additions={file.additions} deletions={file.deletions} />
    </a>
  );
});
