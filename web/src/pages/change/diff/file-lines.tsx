import { Fragment, type KeyboardEvent, memo, useMemo, useRef } from "react";
import type { FileDiff } from "../../../../../src/contract/changes.ts";
import { OtherTalk } from "../review/line-talk.tsx";
import { keyOf, placeOf, type Talk } from "../review/review-draft.ts";
import { BlockRows, placeOfRow } from "./block-rows.tsx";
import { contextHunks, type Sections, type ShownGaps } from "./context-hunks.ts";
import { GapRow, type ShowMore } from "./gap-row.tsx";
import { type DiffLayout, type LineBlock, lineBlocks } from "./line-blocks.ts";
import { useNear } from "./use-near.ts";

type FileLinesProps = {
  file: FileDiff;
  layout: DiffLayout;
  talk: Talk;
  text: readonly string[] | undefined;
  shown: ShownGaps;
  isBusy: boolean;
  onMore: ShowMore;
};

/** The diff of one file. Only blocks near the window have rows. */
export function FileLines({ file, layout, talk, text, shown, isBusy, onMore }: FileLinesProps) {
  const parts = useMemo(() => contextHunks(file, text, shown), [file, text, shown]);
  const columns = layout === "split" ? 4 : 3;
  const gapRow = { columns, isBusy, onMore };
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form, but the lines of a file that the arrow keys go through
    <div
      className={`diff-body diff-${layout}`}
      role="group"
      aria-label={`Lines of ${file.path}; arrow keys go from line to line`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the one stop of the Tab key for all lines of a file
      tabIndex={0}
      onKeyDown={moveLine}
    >
      <table>
        <Columns layout={layout} />
        {parts.sections.map(({ gap, hunk }) => (
          <Fragment key={keyOfHunk(hunk)}>
            <GapRow gap={gap} header={hunk.header} {...gapRow} />
            {lineBlocks(hunk, layout).map((block) => (
              <Block key={block.key} block={block} path={file.path} layout={layout} talk={talk} />
            ))}
          </Fragment>
        ))}
        {parts.tail && <GapRow gap={parts.tail} header={undefined} {...gapRow} />}
      </table>
      <OtherTalk {...elsewhere(file.path, parts, talk)} />
    </div>
  );
}

function Columns({ layout }: { layout: DiffLayout }) {
  if (layout === "unified") {
    return (
      <colgroup>
        <col className="number-column old-number-column" />
        <col className="number-column" />
        <col />
      </colgroup>
    );
  }
  return (
    <colgroup>
      <col className="number-column" />
      <col />
      <col className="number-column" />
      <col />
    </colgroup>
  );
}

type BlockProps = { block: LineBlock; path: string; layout: DiffLayout; talk: Talk };

const Block = memo(
  function Block(props: BlockProps) {
    const { block, layout } = props;
    const body = useRef<HTMLTableSectionElement>(null);
    const { isNear, height } = useNear(body);
    const left = height || (block.to - block.from) * rowHeight;
    return (
      <tbody ref={body}>
        {isNear ? (
          <BlockRows {...props} />
        ) : (
          <tr style={{ height: left }}>
            <td colSpan={layout === "split" ? 4 : 3} />
          </tr>
        )}
      </tbody>
    );
  },
  (before, after) =>
    before.block.hunk === after.block.hunk &&
    before.block.from === after.block.from &&
    before.block.to === after.block.to &&
    before.layout === after.layout &&
    before.talk === after.talk,
);

/** Of a line that is not wrapped; what a block really takes is known once it was drawn. */
export const rowHeight = 20;

/** No two hunks of a file begin at the same line. */
function keyOfHunk({ header, lines }: FileDiff["hunks"][number]): string {
  return `${lines[0]?.oldLine} ${lines[0]?.newLine} ${header}`;
}

function elsewhere(path: string, { sections }: Sections, talk: Talk): Talk {
  if (talk.comments.length + talk.remarks.length === 0) return talk;
  const lines = sections.flatMap(({ hunk }) => hunk.lines);
  const drawn = new Set(lines.map((line) => keyOf(placeOfRow(line, path))));
  return {
    comments: talk.comments.filter((comment) => !drawn.has(keyOf(placeOf(comment)))),
    remarks: talk.remarks.filter((remark) => !drawn.has(keyOf(remark))),
  };
}

/** Up and down go from line to line, by the button that each line has. */
function moveLine(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const target = event.target as HTMLElement;
  const isLine = target.classList.contains("line-comment");
  if (step === undefined || (!isLine && target !== event.currentTarget)) return;
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>(".line-comment")];
  const next = lines[isLine ? lines.indexOf(target) + step : 0];
  if (!next) return;
  event.preventDefault();
  next.focus({ preventScroll: true });
  next.closest("tr")?.scrollIntoView({ block: "nearest" });
}
