import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import type { StatsResult } from "../../../../src/contract/insights/analytics.ts";
import { useResource } from "../../resource.tsx";
import { paths } from "../../routes.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { LoadFailed } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ExportButton } from "./export-button.tsx";
import { FigurePlots } from "./figure-plots.tsx";
import { FigureStrip } from "./figure-strip.tsx";
import { insightsApi } from "./insights-api.ts";
import { InsightsFrame } from "./insights-frame.tsx";
import { NewQuestions } from "./new-questions.tsx";
import { RangeBar } from "./range-bar.tsx";
import { ShareTables } from "./share-tables.tsx";
import { useRange } from "./use-range.ts";

/** How many questions there were, how they were answered, how fast and for how much. */
export function FiguresPage({ project }: { project: ProjectSummary }) {
  const range = useRange();
  const query = { from: range.from, to: range.to, zone: range.zone };
  const shown = `figures ${project.id} ${JSON.stringify(query)}`;
  const { data, error, reload } = useResource(shown, () => insightsApi.stats(project.id, query));
  return (
    <InsightsFrame
      project={project}
      tab="figures"
      actions={<ExportButton download={() => insightsApi.csv.stats(project.id, query)} />}
    >
      <RangeBar range={range} />
      <NewQuestions {...{ shown, reload }} />
      {error !== undefined && <LoadFailed error={error} retry={reload} />}
      {!data && error === undefined && <Skeleton lines={8} />}
      {data && <Shown project={project} stats={data} />}
    </InsightsFrame>
  );
}

function Shown({ project, stats }: { project: ProjectSummary; stats: StatsResult }) {
  if (stats.total.questions === 0 && stats.before.questions === 0)
    return (
      <Card>
        <NoQuestions project={project} />
      </Card>
    );
  return (
    <>
      <FigureStrip project={project} stats={stats} />
      <FigurePlots stats={stats} />
      <ShareTables project={project} stats={stats} />
    </>
  );
}

function NoQuestions({ project }: { project: ProjectSummary }) {
  return (
    <Empty icon="chart" title="No reader asked anything in these days">
      <p>
        Give your site an assistant key, and what its readers ask is counted here. What you try on
        the Ask page yourself is not.
      </p>
      <LinkButton to={paths.section(project.domain, "keys")} icon="key">
        API keys
      </LinkButton>
    </Empty>
  );
}
