import { useMemo } from "react";
import { CodeLine } from "../../ui/code-line.tsx";
import { type DiffRow, diffRows, type Hunk } from "./diff-rows.ts";

type HunkProps = { hunk: Hunk; path: string };

export const signs: Record<DiffRow["kind"], string> = { context: " ", added: "+", removed: "−" };

/** A hunk to read; one to review is drawn in blocks. */
export function UnifiedHunk({ hunk, path }: HunkProps) {
  const rows = useMemo(() => diffRows(hunk, path), [hunk, path]);
  return (
    <tbody>
      <tr className="hunk">
        <td colSpan={3}>{hunk.header}</td>
      </tr>
      {rows.map((row) => (
        <tr key={row.key} className={`diff-${row.kind}`}>
          <td className="line-number">{row.oldLine}</td>
          <td className="line-number">{row.newLine}</td>
          <td className="line" data-sign={signs[row.kind]}>
            <CodeLine tokens={row.tokens} />
          </td>
        </tr>
      ))}
    </tbody>
  );
}
