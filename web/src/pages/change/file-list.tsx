import type { FileDiff } from "../../../../src/contract/changes.ts";

const marks: Record<FileDiff["status"], { letter: string; word: string; tone: string }> = {
  added: { letter: "A", word: "Added", tone: "good" },
  modified: { letter: "M", word: "Modified", tone: "warn" },
  deleted: { letter: "D", word: "Deleted", tone: "bad" },
  moved: { letter: "R", word: "Moved", tone: "accent" },
};

export function FileList({ files }: { files: FileDiff[] }) {
  return (
    <ul className="file-list">
      {files.map((file, index) => (
        <li key={file.path}>
          <a href={`#${idOfFile(index)}`} className="file-link">
            <FileMark status={file.status} />
            <span className="mono break">{file.path}</span>
            <Tally additions={file.additions} deletions={file.deletions} />
          </a>
        </li>
      ))}
    </ul>
  );
}

export function idOfFile(index: number): string {
  return `file-${index + 1}`;
}

export function FileMark({ status }: { status: FileDiff["status"] }) {
  const { letter, word, tone } = marks[status];
  return (
    <span className={`file-mark tone-${tone}`} title={word}>
      <span aria-hidden="true">{letter}</span>
      <span className="visually-hidden">{word}</span>
    </span>
  );
}

export function Tally({ additions, deletions }: { additions: number; deletions: number }) {
  return (
    <span className="tally">
      {additions > 0 && <span className="good">+{additions.toLocaleString("en")}</span>}
      {deletions > 0 && <span className="bad">−{deletions.toLocaleString("en")}</span>}
    </span>
  );
}
