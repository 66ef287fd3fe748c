import type { DayStats, StatsResult } from "../../../../src/contract/insights/analytics.ts";
import { count, duration, money, number, shortNumber } from "../../format.ts";
import { shareText } from "./compare-figures.ts";
import { endings } from "./endings.ts";
import { Plot } from "./plot/plot.tsx";
import type { Series } from "./plot/plot-values.ts";

type PlotsProps = { stats: StatsResult };

/** The days of a range, drawn. */
export function FigurePlots({ stats }: PlotsProps) {
  return (
    <div className="plots">
      <QuestionPlots stats={stats} />
      <WaitPlot stats={stats} title="Wait for the first text" wait="firstTokenMs" />
      <WaitPlot stats={stats} title="Wait for the whole answer" wait="totalMs" />
      <UsagePlots stats={stats} />
    </div>
  );
}

function QuestionPlots({ stats: { days, total } }: PlotsProps) {
  const ended = endings(total);
  const columns = { kind: "columns", days: days.map(({ day }) => day), isWhole: true } as const;
  const answered = shareText(ended.answered, total.questions);
  const rated = shareText(total.up + total.down, total.questions);
  return (
    <>
      <Plot
        {...columns}
        title="Questions"
        format={number}
        series={[
          seriesOf("Answered", "solid", days, (day) => endings(day).answered),
          seriesOf("With reserve", "striped", days, (day) => endings(day).reserve),
          seriesOf("Unanswered", "dotted", days, (day) => endings(day).unanswered),
          seriesOf("Cut, refused or failed", "hollow", days, (day) => endings(day).other),
        ]}
        summary={`${count(total.questions, "question")}: ${answered} answered, ${number(ended.reserve)} with reserve, ${number(ended.unanswered)} unanswered.`}
      />
      <Plot
        {...columns}
        title="Ratings"
        format={number}
        series={[
          seriesOf("Thumbs up", "solid", days, ({ up }) => up),
          seriesOf("Thumbs down", "dotted", days, ({ down }) => down),
        ]}
        summary={`${number(total.up)} thumbs up and ${number(total.down)} down: ${rated} of the answers were rated.`}
      />
    </>
  );
}

type WaitPlotProps = PlotsProps & { title: string; wait: "firstTokenMs" | "totalMs" };

function WaitPlot({ stats: { days, total }, title, wait }: WaitPlotProps) {
  const measured = total[wait];
  const summary =
    measured === null
      ? "Nothing was measured in these days."
      : `Half of the readers waited no longer than ${duration(measured.p50)}, and 95 of 100 no longer than ${duration(measured.p95)}.`;
  return (
    <Plot
      title={title}
      kind="lines"
      days={days.map(({ day }) => day)}
      format={duration}
      series={[
        seriesOf("Half within", "solid", days, (day) => day[wait]?.p50 ?? null),
        seriesOf("95 of 100 within", "dotted", days, (day) => day[wait]?.p95 ?? null),
      ]}
      summary={summary}
    />
  );
}

function UsagePlots({ stats: { days, total } }: PlotsProps) {
  const { cacheReadTokens, outputTokens, costUsd } = total.usage;
  const columns = { kind: "columns", days: days.map(({ day }) => day) } as const;
  const each = total.questions > 0 ? money(costUsd / total.questions) : "nothing";
  return (
    <>
      <Plot
        {...columns}
        title="Tokens"
        isWhole
        format={shortNumber}
        series={[
          seriesOf("Read", "solid", days, tokensRead),
          seriesOf("Written", "striped", days, ({ usage }) => usage.outputTokens),
        ]}
        summary={`${number(tokensRead(total))} tokens read, ${number(cacheReadTokens)} of them from a cache, and ${number(outputTokens)} written.`}
        note="The embedded model uses none."
      />
      <Plot
        {...columns}
        title="Cost"
        format={money}
        series={[seriesOf("Cost", "solid", days, ({ usage }) => usage.costUsd)]}
        summary={`${money(costUsd)} in all, ${each} a question.`}
        note="At the prices that the models are set up with. What jobs cost is not in it."
      />
    </>
  );
}

function seriesOf(
  name: string,
  look: Series["look"],
  ...[days, value]: [DayStats[], (day: DayStats) => number | null]
): Series {
  return { name, look, values: days.map(value) };
}

function tokensRead({ usage }: Pick<DayStats, "usage">): number {
  return usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
}
