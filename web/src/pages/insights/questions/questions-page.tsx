import type { ProjectSummary } from "../../../../../src/contract/dashboard.ts";
import { usePages } from "../../../lists/use-pages.ts";
import { Card } from "../../../ui/card.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { ListToolbar } from "../../../ui/list-toolbar.tsx";
import { LoadFailed } from "../../../ui/notice.tsx";
import { ShowMore } from "../../../ui/show-more.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ExportButton } from "../export-button.tsx";
import { insightsApi } from "../insights-api.ts";
import { InsightsFrame } from "../insights-frame.tsx";
import { NewQuestions } from "../new-questions.tsx";
import { RangeBar } from "../range-bar.tsx";
import { useRange } from "../use-range.ts";
import { QuestionFilters } from "./question-filters.tsx";
import { QuestionRow } from "./question-row.tsx";
import { useQuestionWish } from "./use-question-wish.ts";

/** What was asked, newest first; each question opens its thread. */
export function QuestionsPage({ project }: { project: ProjectSummary }) {
  const range = useRange();
  const wish = useQuestionWish();
  const days = { from: range.from, to: range.to, zone: range.zone };
  const wanted = { ...days, ...wish.values };
  const shown = `questions ${project.id} ${JSON.stringify(wanted)}`;
  const { pages, error, reload, ...more } = usePages(shown, (cursor) =>
    insightsApi.questions(project.id, { ...wanted, cursor }),
  );
  const questions = pages?.flatMap((page) => page.questions);
  return (
    <InsightsFrame
      project={project}
      tab="questions"
      actions={<ExportButton download={() => insightsApi.csv.questions(project.id, wanted)} />}
    >
      <RangeBar range={range} />
      <NewQuestions {...{ shown, reload }} />
      <div>
        <ListToolbar
          label="Search questions and answers"
          search={wish.values.q}
          onSearch={(text) => wish.set("q", text)}
          filters={[]}
          filter=""
          onFilter={() => undefined}
        />
        <QuestionFilters {...{ project, wish, days }} />
      </div>
      {error !== undefined && <LoadFailed error={error} retry={reload} />}
      <Card isFlush>
        {questions === undefined && error === undefined && <Skeleton lines={8} />}
        {questions?.length === 0 && (
          <NoQuestions isFiltered={wish.isFiltered || wish.values.q !== ""} />
        )}
        {questions !== undefined && questions.length > 0 && (
          <ul className="rows">
            {questions.map((question) => (
              <li key={question.answerId}>
                <QuestionRow project={project} question={question} />
              </li>
            ))}
          </ul>
        )}
        <ShowMore {...more} />
      </Card>
    </InsightsFrame>
  );
}

function NoQuestions({ isFiltered }: { isFiltered: boolean }) {
  return (
    <Empty icon="chat" title={isFiltered ? "Nothing found" : "No questions in these days"}>
      <p>
        {isFiltered
          ? "Try other words, fewer filters or more days. Each word is found whole and as a beginning."
          : "Choose more days, or come back when readers have asked something."}
      </p>
    </Empty>
  );
}
