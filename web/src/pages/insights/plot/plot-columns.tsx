import type { DrawnSeries, Look, Series } from "./plot-values.ts";

/** Columns of each day, one series on top of the other. */
export function PlotColumns({
  series,
  xOf,
  yOf,
  step,
  top,
  bottom,
  titles,
  patterns,
}: DrawnSeries) {
  const width = Math.max(1, Math.min(28, step * 0.72));
  return (
    <g>
      <Patterns id={patterns} />
      {titles.map((title, index) => (
        <g key={title} className="plot-day">
          <rect
            className="plot-hit"
            x={xOf(index) - step / 2}
            y={top}
            width={step}
            height={bottom - top}
          />
          {stacked(series, index).map(({ name, look, from, to }) => (
            <rect
              key={name}
              className={`plot-column plot-${look}`}
              x={xOf(index) - width / 2}
              y={yOf(to)}
              width={width}
              height={Math.max(0, yOf(from) - yOf(to))}
              fill={fillOf(look, patterns)}
            />
          ))}
          <title>{title}</title>
        </g>
      ))}
    </g>
  );
}

function stacked(series: Series[], index: number) {
  let sum = 0;
  return series.flatMap(({ name, look, values }) => {
    const value = values[index] ?? 0;
    if (value === 0) return [];
    const from = sum;
    sum += value;
    return [{ name, look, from, to: sum }];
  });
}

function fillOf(look: Look, id: string): string | undefined {
  return look === "striped" || look === "dotted" ? `url(#${id}-${look})` : undefined;
}

function Patterns({ id }: { id: string }) {
  return (
    <defs>
      <pattern
        id={`${id}-striped`}
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="6" height="6" className="plot-striped-ground" />
        <rect width="2.5" height="6" className="plot-striped-mark" />
      </pattern>
      <pattern id={`${id}-dotted`} width="5" height="5" patternUnits="userSpaceOnUse">
        <rect width="5" height="5" className="plot-dotted-ground" />
        <circle cx="2.5" cy="2.5" r="1.2" className="plot-dotted-mark" />
      </pattern>
    </defs>
  );
}
