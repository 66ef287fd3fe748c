import { useId, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { dayLabel } from "./day-label.ts";
import { PlotDrawing } from "./plot-drawing.tsx";
import type { PlotProps } from "./plot-values.ts";

/** Values of days, drawn; the same as a table for whoever would rather read it. */
export function Plot(props: PlotProps) {
  const { title, series, summary, note } = props;
  const [isTable, setTable] = useState(false);
  const id = useId();
  return (
    <Card
      title={title}
      aside={
        <Button
          isSmall
          look="quiet"
          aria-expanded={isTable}
          aria-controls={id}
          aria-label={`${isTable ? "Show as plot" : "Show as table"}: ${title}`}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? "Show as plot" : "Show as table"}
        </Button>
      }
    >
      <div id={id} className="plot">
        {isTable ? <PlotTable {...props} /> : <PlotDrawing {...props} />}
      </div>
      <p className="plot-summary">{summary}</p>
      {!isTable && series.length > 1 && (
        <ul className="plot-legend" aria-label="Legend">
          {series.map(({ name, look }) => (
            <li key={name}>
              <span className={`swatch swatch-${look} swatch-${props.kind}`} aria-hidden="true" />
              {name}
            </li>
          ))}
        </ul>
      )}
      {note && <p className="field-note">{note}</p>}
    </Card>
  );
}

function PlotTable({ title, days, series, format }: PlotProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
    <section className="plot-table" aria-label={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, index) => (
            <tr key={day}>
              <th scope="row">{dayLabel(day)}</th>
              {series.map(({ name, values }) => {
                const value = values[index] ?? null;
                return <td key={name}>{value === null ? "–" : format(value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
