import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import type { StatsResult } from "../../../../src/contract/insights/analytics.ts";
import { count, duration, money, number } from "../../format.ts";
import { Link, useRouter } from "../../router.tsx";
import { paths } from "../../routes.ts";
import { Icon } from "../../ui/icon.tsx";
import { changeOf, shareText } from "./compare-figures.ts";
import { endings } from "./endings.ts";
import { rangeOf } from "./range.ts";

type StripProps = { project: ProjectSummary; stats: StatsResult };

/** The range in a few numbers, each beside that of the days before. */
export function FigureStrip({ project, stats: { days, total, before } }: StripProps) {
  const [now, then] = [endings(total), endings(before)];
  const list = useQuestionLink(project);
  const wait = (stats: typeof total) => stats.firstTokenMs?.p50 ?? null;
  return (
    <section aria-label="The range in numbers">
      <dl className="insight-figures">
        <Figure
          label="Questions"
          value={number(total.questions)}
          to={list({})}
          now={total.questions}
          then={before.questions}
        />
        <Figure
          label="Answered"
          value={shareText(now.answered, total.questions)}
          to={list({ outcome: "answered" })}
          now={now.answered}
          then={then.answered}
        />
        <Figure
          label="With reserve"
          value={number(now.reserve)}
          to={list({ outcome: "reserve" })}
          now={now.reserve}
          then={then.reserve}
        />
        <Figure
          label="Unanswered"
          value={number(now.unanswered)}
          to={list({ outcome: "declined" })}
          now={now.unanswered}
          then={then.unanswered}
        />
        <Figure
          label="Thumbs down"
          value={number(total.down)}
          to={list({ rating: "down" })}
          now={total.down}
          then={before.down}
        />
        <Figure
          label="First text, half within"
          value={total.firstTokenMs ? duration(total.firstTokenMs.p50) : "–"}
          now={wait(total)}
          then={wait(before)}
        />
        <Figure
          label="Cost"
          value={money(total.usage.costUsd)}
          now={total.usage.costUsd}
          then={before.usage.costUsd}
        />
      </dl>
      <p className="field-note">Compared with the {count(days.length, "day")} before.</p>
    </section>
  );
}

/** The questions behind a number, of the same days. */
export function useQuestionLink(project: ProjectSummary) {
  const { search } = useRouter();
  return (filter: Record<string, string>) => {
    const params = new URLSearchParams(rangeOf(search));
    for (const [name, value] of Object.entries(filter)) params.set(name, value);
    const query = params.toString();
    return paths.insights(project.domain, "questions") + (query === "" ? "" : `?${query}`);
  };
}

type FigureProps = {
  label: string;
  value: string;
  to?: string;
  now: number | null;
  then: number | null;
};

function Figure({ label, value, to, now, then }: FigureProps) {
  const change = changeOf(now, then);
  return (
    <div className="insight-figure">
      <dt className="figure-label">{to ? <Link to={to}>{label}</Link> : label}</dt>
      <dd>
        <span className="figure-value">{value}</span>
        {change && (
          <span className="figure-change">
            {change.direction !== "same" && (
              <Icon name={change.direction === "up" ? "rise" : "fall"} size={12} />
            )}
            {change.text}
          </span>
        )}
      </dd>
    </div>
  );
}
