import type { FileDiff } from "../../../../../src/contract/changes.ts";
import { number } from "../../../format.ts";

const marks: Record<FileDiff["status"], { letter: string; word: string; tone: string }> = {
  added: { letter: "A", word: "Added", tone: "good" },
  modified: { letter: "M", word: "Modified", tone: "warn" },
  deleted: { letter: "D", word: "Deleted", tone: "bad" },
  moved: { letter: "R", word: "Moved", tone: "accent" },
};

/** Where a link to a file leads; the browser decodes it before it looks for the element. */
export function idOfFile(path: string): string {
  return `file-${path}`;
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
      {additions > 0 && <span className="good">+{number(additions)}</span>}
      {deletions > 0 && <span className="bad">−{number(deletions)}</span>}
    </span>
  );
}
