import { type RefObject, useEffect } from "react";
import type { Outcome } from "../../../../../src/contract/answer-events.ts";
import type { ProjectSummary } from "../../../../../src/contract/dashboard.ts";
import type { ShownDifference } from "../../../../../src/contract/insights/answer-difference.ts";
import { api } from "../../../api.ts";
import { useResource } from "../../../resource.tsx";
import { LoadFailed } from "../../../ui/notice.tsx";
import { markSentences } from "./mark-sentences.ts";
import { verdictOf } from "./verdict-of.ts";

type Answered = { id: string; outcome: Outcome | undefined };
type AnswerDifferencesProps = {
  project: ProjectSummary;
  now: Answered;
  after: Answered;
  /** Where the two answers stand, the first before the second. */
  columns: RefObject<HTMLElement | null>;
};

/** What changes for readers: in a sentence, as a list, and marked in the answers themselves. */
export function AnswerDifferences({ project, now, after, columns }: AnswerDifferencesProps) {
  const { data, error, reload } = useResource(`difference ${now.id} ${after.id}`, () =>
    api.answerDifference(project.id, { before: now.id, after: after.id }),
  );
  useEffect(() => {
    const [left, right] = columns.current?.children ?? [];
    if (!data || !left || !right) return undefined;
    const sentencesOf = (side: "before" | "after") =>
      data.sentences.flatMap((change) => change[side] ?? []);
    const marks = [
      markSentences(left, sentencesOf("before"), "answer-removed"),
      markSentences(right, sentencesOf("after"), "answer-added"),
    ];
    return () => {
      for (const unmark of marks) unmark();
    };
  }, [data, columns]);
  if (error !== undefined) return <LoadFailed error={error} retry={reload} />;
  return (
    <div className="answer-differences" role="status">
      {data && (
        <>
          <p className="answer-verdict">
            {verdictOf({ now: now.outcome, after: after.outcome, difference: data })}
          </p>
          <Changes difference={data} />
        </>
      )}
    </div>
  );
}

function Changes({ difference }: { difference: ShownDifference }) {
  const lines = linesOf(difference);
  if (lines.length === 0) return null;
  return (
    <ul className="answer-changes">
      {lines.map(({ key, isAdded, text }) => (
        <li key={key} className={isAdded ? "is-added" : "is-removed"}>
          <span className="answer-change-side">{isAdded ? "After merging" : "Only now"}</span>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

/** Sentences, then the pages that are cited on one side alone. */
function linesOf({ sentences, citations }: ShownDifference) {
  const said = sentences.map(({ before, after }) => ({ before, after }));
  const cited = citations.map(({ before, after }) => ({
    before: before && `Cites ${before.path}`,
    after: after && `Cites ${after.path}`,
  }));
  const changed = [...said, ...cited.filter(({ before, after }) => before !== after)];
  return changed.flatMap(({ before, after }, place) => [
    ...(before === undefined ? [] : [{ key: `${place} -`, isAdded: false, text: before }]),
    ...(after === undefined ? [] : [{ key: `${place} +`, isAdded: true, text: after }]),
  ]);
}
