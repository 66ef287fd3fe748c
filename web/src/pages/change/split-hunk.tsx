import { useMemo } from "react";
import { CodeLine } from "../../ui/code-line.tsx";
import { type DiffRow, diffRows, type Hunk, pairRows } from "./diff-rows.ts";

type HunkProps = { hunk: Hunk; path: string };

export function SplitHunk({ hunk, path }: HunkProps) {
  const pairs = useMemo(() => pairRows(diffRows(hunk, path)), [hunk, path]);
  return (
    <tbody>
      <tr className="hunk">
        <td colSpan={4}>{hunk.header}</td>
      </tr>
      {pairs.map(({ key, left, right }) => (
        <tr key={key}>
          <Side row={left} number={left?.oldLine} sign="−" />
          <Side row={right} number={right?.newLine} sign="+" />
        </tr>
      ))}
    </tbody>
  );
}

type SideProps = { row: DiffRow | undefined; number: number | null | undefined; sign: string };

function Side({ row, number, sign }: SideProps) {
  const kind = row ? `diff-${row.kind}` : "diff-absent";
  return (
    <>
      <td className={`line-number ${kind}`}>{number}</td>
      <td className={`line ${kind}`} data-sign={row && row.kind !== "context" ? sign : " "}>
        {row && <CodeLine tokens={row.tokens} />}
      </td>
    </>
  );
}
