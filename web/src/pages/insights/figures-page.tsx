import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { number } from "../../format.ts";
import { useResource } from "../../resource.tsx";
import { LoadFailed } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { insightsApi } from "./insights-api.ts";
import { InsightsFrame } from "./insights-frame.tsx";

export function FiguresPage({ project }: { project: ProjectSummary }) {
  const { data, error, reload } = useResource(`insights ${project.domain}`, () =>
    insightsApi.stats(project.id, {}),
  );
  const sum = (of: "questions" | "answered" | "unanswered" | "down") =>
    data?.days.reduce((all, day) => all + day[of], 0) ?? 0;
  return (
    <InsightsFrame project={project} tab="figures">
      {error !== undefined && <LoadFailed error={error} retry={reload} />}
      {!data && error === undefined && <Skeleton lines={6} />}
      {data && (
        <dl className="insight-figures">
          <Figure label="Questions" value={sum("questions")} />
          <Figure label="Answered" value={sum("answered")} />
          <Figure label="Unanswered" value={sum("unanswered")} />
          <Figure label="Thumbs down" value={sum("down")} />
        </dl>
      )}
    </InsightsFrame>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="figure">
      <dt className="figure-label">{label}</dt>
      <dd className="figure-value">{number(value)}</dd>
    </div>
  );
}
