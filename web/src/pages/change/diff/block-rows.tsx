import { Fragment, type ReactNode } from "react";
import { CodeLine } from "../../../ui/code-line.tsx";
import { type DiffPair, type DiffRow, drawnHunk } from "../diff-rows.ts";
import { LineTalk } from "../review/line-talk.tsx";
import { keyOf, type Place, placeOf, type Talk } from "../review/review-draft.ts";
import { useReviewActions } from "../review/use-review.ts";
import { signs } from "../unified-hunk.tsx";
import type { DiffLayout, LineBlock } from "./line-blocks.ts";

type BlockRowsProps = { block: LineBlock; path: string; layout: DiffLayout; talk: Talk };

/** The rows of a block, each followed by what is said about it. */
export function BlockRows({ block, path, layout, talk }: BlockRowsProps) {
  const { rows, pairs } = drawnHunk(block.hunk, path);
  if (layout === "split") {
    return pairs.slice(block.from, block.to).map((pair) => (
      <Fragment key={pair.key}>
        <SplitRow pair={pair} path={path} />
        <TalkRow columns={4} talk={talkAt(talk, placesOf(pair, path))} />
      </Fragment>
    ));
  }
  return rows.slice(block.from, block.to).map((row) => (
    <Fragment key={row.key}>
      <tr className={`diff-${row.kind}`}>
        <td className="line-number">{row.oldLine}</td>
        <td className="line-number">{row.newLine}</td>
        <td className="line" data-sign={signs[row.kind]}>
          <CommentButton row={row} path={path} />
          <CodeLine tokens={row.tokens} />
        </td>
      </tr>
      <TalkRow columns={3} talk={talkAt(talk, [placeOfRow(row, path)])} />
    </Fragment>
  ));
}

function SplitRow({ pair: { left, right }, path }: { pair: DiffPair; path: string }) {
  const isSame = left === right;
  return (
    <tr>
      <Side row={left} number={left?.oldLine} sign="−">
        {left && !isSame && <CommentButton row={left} path={path} />}
      </Side>
      <Side row={right} number={right?.newLine} sign="+">
        {right && <CommentButton row={right} path={path} />}
      </Side>
    </tr>
  );
}

type SideProps = {
  row: DiffRow | undefined;
  number: number | null | undefined;
  sign: string;
  children: ReactNode;
};

function Side({ row, number, sign, children }: SideProps) {
  const kind = row ? `diff-${row.kind}` : "diff-absent";
  return (
    <>
      <td className={`line-number ${kind}`}>{number}</td>
      <td className={`line ${kind}`} data-sign={row && row.kind !== "context" ? sign : " "}>
        {children}
        {row && <CodeLine tokens={row.tokens} />}
      </td>
    </>
  );
}

/** Reached with the arrow keys from the file, so that Tab does not stop at every line. */
function CommentButton({ row, path }: { row: DiffRow; path: string }) {
  const actions = useReviewActions();
  if (!actions) return null;
  const place = placeOfRow(row, path);
  const side = place.side === "old" ? "removed line" : "line";
  return (
    <button
      type="button"
      className="line-comment"
      tabIndex={-1}
      aria-label={`Comment on ${side} ${place.line}`}
      title="Comment"
      onClick={() => actions.begin({ ...place, quote: row.text })}
    />
  );
}

function TalkRow({ columns, talk }: { columns: number; talk: Talk | undefined }) {
  if (!talk) return null;
  return (
    <tr className="talk-row">
      <td colSpan={columns}>
        <LineTalk {...talk} />
      </td>
    </tr>
  );
}

export function placeOfRow(
  row: Pick<DiffRow, "kind" | "oldLine" | "newLine">,
  path: string,
): Place {
  const isOld = row.kind === "removed";
  return { path, side: isOld ? "old" : "new", line: (isOld ? row.oldLine : row.newLine) ?? 0 };
}

function placesOf({ left, right }: DiffPair, path: string): Place[] {
  return [left, right].flatMap((row) => (row ? [placeOfRow(row, path)] : []));
}

function talkAt({ comments, remarks }: Talk, places: Place[]): Talk | undefined {
  if (comments.length + remarks.length === 0) return undefined;
  const keys = new Set(places.map(keyOf));
  const here = {
    comments: comments.filter((comment) => keys.has(keyOf(placeOf(comment)))),
    remarks: remarks.filter((remark) => keys.has(keyOf(remark))),
  };
  return here.comments.length + here.remarks.length > 0 ? here : undefined;
}
