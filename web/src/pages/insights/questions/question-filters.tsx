import { outcomes } from "../../../../../src/contract/answer-events.ts";
import type { ProjectSummary } from "../../../../../src/contract/dashboard.ts";
import { audiences, resolutions } from "../../../../../src/contract/insights/analytics.ts";
import { type Choice, ChoiceFilter } from "../../../lists/choice-filter.tsx";
import { useResource } from "../../../resource.tsx";
import { Button } from "../../../ui/button.tsx";
import { insightsApi } from "../insights-api.ts";
import { useKeyNames } from "../share-tables.tsx";
import type { QuestionWish, WishName } from "./use-question-wish.ts";

type FiltersProps = { project: ProjectSummary; wish: QuestionWish; days: Record<string, string> };

/** Which of the questions are listed. */
export function QuestionFilters({ project, wish, days }: FiltersProps) {
  const keys = useKeyNames(project);
  const { data } = useResource(`figures ${project.id} ${JSON.stringify(days)}`, () =>
    insightsApi.stats(project.id, days),
  );
  const models = (data?.models ?? []).flatMap(({ name }) => (name ? [sameWord(name)] : []));
  const select = (name: WishName, [label, all]: [string, string], choices: Choice[]) => (
    <ChoiceFilter
      {...{ label, all }}
      choices={choices}
      value={wish.values[name]}
      onChange={(value) => wish.set(name, value)}
    />
  );
  const { page } = wish.values;
  return (
    <div className="question-filters">
      {select("outcome", ["Outcome", "Any outcome"], outcomeChoices)}
      {select("rating", ["Rating", "Any rating"], ratingChoices)}
      {select("resolution", ["How it ended", "Any end"], resolutions.map(sameWord))}
      {select("audience", ["Asked by", "Readers"], audienceChoices)}
      {select("model", ["Model", "Any model"], models)}
      {select(
        "key",
        ["Key", "Any key"],
        [...keys].map(([value, label]) => ({ value, label })),
      )}
      {page && (
        <span className="filter-page">
          cites <span className="mono">{page}</span>
        </span>
      )}
      {wish.isFiltered && (
        <Button isSmall look="quiet" icon="close" onClick={wish.clear}>
          Clear filters
        </Button>
      )}
    </div>
  );
}

const outcomeWords: Record<(typeof outcomes)[number], string> = {
  answered: "Answered",
  reserve: "With reserve",
  declined: "Not in the docs",
};
const outcomeChoices = outcomes.map((value) => ({ value, label: outcomeWords[value] }));
const ratingChoices = [
  { value: "up", label: "Thumbs up" },
  { value: "down", label: "Thumbs down" },
  { value: "none", label: "Not rated" },
];
const audienceChoices = [
  ...audiences.slice(1).map((value) => ({ value, label: "Members" })),
  { value: "all", label: "Everybody" },
];

function sameWord(value: string): Choice {
  return { value, label: value.charAt(0).toUpperCase() + value.slice(1) };
}
