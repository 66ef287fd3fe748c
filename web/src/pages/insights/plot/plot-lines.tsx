import { linePath } from "./plot-scale.ts";
import type { DrawnSeries } from "./plot-values.ts";

const mostDots = 62;

/** A line for each series, with a dot for each day where there is room for them. */
export function PlotLines({ series, xOf, yOf, step, top, bottom, titles }: DrawnSeries) {
  return (
    <g>
      {series.map(({ name, look, values }) => {
        const points = values.map((value, index) =>
          value === null ? null : { x: xOf(index), y: yOf(value) },
        );
        return (
          <g key={name} className={`plot-line plot-line-${look}`}>
            <path d={linePath(points)} />
            {values.map((value, index) =>
              value !== null && (values.length <= mostDots || isAlone(values, index)) ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a day has no other name here
                <circle key={index} cx={xOf(index)} cy={yOf(value)} r={2.5} />
              ) : null,
            )}
          </g>
        );
      })}
      {titles.map((title, index) => (
        <g key={title} className="plot-day">
          <rect
            className="plot-hit"
            x={xOf(index) - step / 2}
            y={top}
            width={step}
            height={bottom - top}
          />
          <title>{title}</title>
        </g>
      ))}
    </g>
  );
}

/** A line needs two points: a day between days without any would not be seen. */
function isAlone(values: (number | null)[], index: number): boolean {
  return (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
}
