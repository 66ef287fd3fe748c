import { useState } from "react";
import type {
  GroupedQuestion,
  QuestionGroup,
} from "../../../../../src/contract/insights/groups.ts";
import { count } from "../../../format.ts";
import { Link } from "../../../router.tsx";
import { paths } from "../../../routes.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ShowMore } from "../../../ui/show-more.tsx";
import { Time } from "../../../ui/time.tsx";
import { SplitDialog } from "./split-dialog.tsx";

type GroupQuestionsProps = {
  group: QuestionGroup;
  domain: string;
  questions: GroupedQuestion[];
  mayEdit: boolean;
  more: Parameters<typeof ShowMore>[0];
};

/** All questions of a group. An editor chooses those that do not belong here, and moves them. */
export function GroupQuestions({ group, domain, questions, mayEdit, more }: GroupQuestionsProps) {
  const [marked, setMarked] = useState<ReadonlySet<string>>();
  const [isMoving, setIsMoving] = useState(false);
  const chosen = questions.map(({ answerId }) => answerId).filter((id) => marked?.has(id));
  const mark = (id: string, isMarked: boolean) => {
    const next = new Set(marked);
    if (isMarked) next.add(id);
    else next.delete(id);
    setMarked(next);
  };
  const maySplit = mayEdit && group.count > 1;
  return (
    <Card
      title="All questions"
      aside={
        <span className="group-choosing">
          {marked ? (
            <>
              <span role="status">{chosen.length} chosen</span>
              <Button isSmall onClick={() => setMarked(undefined)}>
                Cancel
              </Button>
              <Button
                isSmall
                look="primary"
                disabled={chosen.length === 0}
                onClick={() => setIsMoving(true)}
              >
                Move
              </Button>
            </>
          ) : (
            <>
              {count(group.count, "question")}
              {maySplit && (
                <Button isSmall onClick={() => setMarked(new Set())}>
                  Choose questions
                </Button>
              )}
            </>
          )}
        </span>
      }
      isFlush
    >
      <QuestionRows {...{ questions, domain, marked }} onMark={mark} />
      <ShowMore {...more} />
      {isMoving && (
        <SplitDialog {...{ group, domain }} questions={chosen} onClose={() => setIsMoving(false)} />
      )}
    </Card>
  );
}

type QuestionRowsProps = Pick<GroupQuestionsProps, "questions" | "domain"> & {
  /** Ids of those that are chosen; undefined while none can be. */
  marked: ReadonlySet<string> | undefined;
  onMark: (id: string, isMarked: boolean) => void;
};

function QuestionRows({ questions, domain, marked, onMark }: QuestionRowsProps) {
  if (questions.length === 0)
    return <p className="group-none">Its questions were deleted. New ones of this kind join it.</p>;
  return (
    <ul className="rows">
      {questions.map((one) => (
        <li key={one.answerId} className="row group-question">
          <div className="row-main">
            {marked ? (
              <label className="group-mark">
                <input
                  type="checkbox"
                  checked={marked.has(one.answerId)}
                  onChange={(event) => onMark(one.answerId, event.target.checked)}
                />
                <span className="group-question-text">{wordsOf(one)}</span>
              </label>
            ) : (
              <Link
                to={paths.insights(domain, "questions", one.threadId)}
                className="row-title group-question-text"
              >
                {wordsOf(one)}
              </Link>
            )}
          </div>
          <div className="row-facts">
            {one.isRatedDown && (
              <span className="fact">
                <Icon name="thumb-down" size={14} />
                Rated down
              </span>
            )}
            <span className="fact fact-time">
              <Time iso={one.askedAt} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

function wordsOf({ question }: GroupedQuestion): string {
  return question || "(without words)";
}
