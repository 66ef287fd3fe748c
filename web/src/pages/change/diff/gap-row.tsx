import { count, number } from "../../../format.ts";
import { Button } from "../../../ui/button.tsx";
import type { Gap, Shown } from "./context-hunks.ts";

export type ShowMore = (index: number, more: Shown) => void;

type GapRowProps = {
  gap: Gap | undefined;
  /** Of the hunk below; nothing stands below the last gap. */
  header: string | undefined;
  columns: number;
  isBusy: boolean;
  onMore: ShowMore;
};

const step = 20;

/** Between two hunks: where the next one begins, and the lines that are left out. */
export function GapRow({ gap, header = "", columns, isBusy, onMore }: GapRowProps) {
  const isFirst = gap?.index === 0;
  const isLast = header === "";
  const hidden = gap?.hidden ?? Number.POSITIVE_INFINITY;
  const more = (top: number, bottom: number) => gap && onMore(gap.index, { top, bottom });
  return (
    <tbody>
      <tr className="hunk">
        <td colSpan={columns}>
          <div className="hunk-line">
            {gap && hidden > step && !isFirst && (
              <Button isSmall look="quiet" disabled={isBusy} onClick={() => more(step, 0)}>
                {step} lines down
              </Button>
            )}
            {gap && hidden > step && !isLast && (
              <Button isSmall look="quiet" disabled={isBusy} onClick={() => more(0, step)}>
                {step} lines up
              </Button>
            )}
            {gap?.hidden && (
              <Button
                isSmall
                look="quiet"
                disabled={isBusy}
                onClick={() => more(gap.hidden ?? 0, 0)}
              >
                {hidden > step ? `All ${number(gap.hidden)}` : `Show ${count(gap.hidden, "line")}`}
              </Button>
            )}
            {header && <span className="hunk-header">{header}</span>}
          </div>
        </td>
      </tr>
    </tbody>
  );
}
