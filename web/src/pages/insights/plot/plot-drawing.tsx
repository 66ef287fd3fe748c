import { useId } from "react";
import { shortDay } from "../../../format.ts";
import { dayLabel } from "./day-label.ts";
import { PlotColumns } from "./plot-columns.tsx";
import { PlotLines } from "./plot-lines.tsx";
import { labelledPlaces, summed, ticksUpTo } from "./plot-scale.ts";
import type { PlotProps } from "./plot-values.ts";
import { useWidth } from "./use-width.ts";

const height = 190;
const margin = { top: 10, right: 10, bottom: 24, left: 8 };
const mostColumns = 100;
const charWidth = 6.6;

/** The drawing is one picture to a screen reader, with what it says; the values are in the table. */
export function PlotDrawing(props: PlotProps) {
  const { title, kind, format, isWhole = false, summary } = props;
  const [ref, width] = useWidth(480);
  const patterns = useId().replaceAll(":", "");
  const { days, series, spans } = kind === "columns" ? widened(props) : unwidened(props);
  const tops = days.map((_, index) => {
    const values = series.map(({ values }) => values[index] ?? 0);
    return kind === "columns" ? values.reduce((sum, one) => sum + one, 0) : Math.max(...values);
  });
  const ticks = ticksUpTo(Math.max(0, ...tops), { isWhole });
  const longest = Math.max(...ticks.map((tick) => format(tick).length));
  const left = margin.left + longest * charWidth;
  const area = {
    ...{ left, right: width - margin.right, top: margin.top, bottom: height - margin.bottom },
    most: ticks.at(-1) ?? 1,
  };
  const yOf = (value: number) => area.bottom - (value / area.most) * (area.bottom - area.top);
  const step = (area.right - area.left) / Math.max(1, days.length);
  const xOf = (index: number) => area.left + (index + 0.5) * step;
  const places = labelledPlaces(days.length, width < 420 ? 3 : 5);
  const titles = days.map((_, index) =>
    [
      spans[index],
      ...series.map(({ name, values }) => `${name}: ${shown(values[index] ?? null, format)}`),
    ].join("\n"),
  );
  const drawn = { series, xOf, yOf, step, bottom: area.bottom, top: area.top, titles, patterns };
  return (
    <div ref={ref}>
      <svg
        className="plot-svg"
        width={width}
        height={height}
        role="img"
        aria-label={`${title}. ${summary}`}
      >
        <g className="plot-grid">
          {ticks.map((tick) => (
            <g key={tick}>
              <line x1={area.left} x2={area.right} y1={yOf(tick)} y2={yOf(tick)} />
              <text x={area.left - 6} y={yOf(tick) + 4} textAnchor="end">
                {format(tick)}
              </text>
            </g>
          ))}
          {places.map((place, index) => (
            <text
              key={place}
              x={index === places.length - 1 && place > 0 ? area.right : xOf(place)}
              y={height - 6}
              textAnchor={anchorOf(index, places.length)}
            >
              {shortDay(days[place] ?? "")}
            </text>
          ))}
        </g>
        {kind === "columns" ? <PlotColumns {...drawn} /> : <PlotLines {...drawn} />}
      </svg>
    </div>
  );
}

function anchorOf(index: number, places: number): "start" | "middle" | "end" {
  if (places > 1 && index === places - 1) return "end";
  return index === 0 && places > 1 ? "start" : "middle";
}

function shown(value: number | null, format: (value: number) => string): string {
  return value === null ? "–" : format(value);
}

type Drawn = Pick<PlotProps, "days" | "series"> & { spans: string[] };

function unwidened({ days, series }: PlotProps): Drawn {
  return { days, series, spans: days.map(dayLabel) };
}

/** Of many days, each column stands for a week. */
function widened({ days, series }: PlotProps): Drawn {
  if (days.length <= mostColumns) return { days, series, spans: days.map(dayLabel) };
  const firsts = days.filter((_, index) => index % 7 === 0);
  return {
    days: firsts,
    series: series.map((one) => ({
      ...one,
      values: summed(
        one.values.map((value) => value ?? 0),
        7,
      ),
    })),
    spans: firsts.map((day, index) => {
      const last = days[Math.min(index * 7 + 6, days.length - 1)] ?? day;
      return `${dayLabel(day)} – ${dayLabel(last)}`;
    }),
  };
}
