import { type ReactNode, useState } from "react";
import { Segments } from "../../ui/choice.tsx";
import { isRange, today } from "./range.ts";
import type { ChosenRange } from "./use-range.ts";

const options = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
  { value: "own", label: "Own" },
] as const;

/** Which days are looked at. */
export function RangeBar({ range, children }: { range: ChosenRange; children?: ReactNode }) {
  return (
    <div className="range-bar">
      <Segments
        legend="Days"
        options={options}
        value={range.preset}
        onChange={range.choosePreset}
      />
      {range.preset === "own" && <OwnDays key={`${range.from} ${range.to}`} range={range} />}
      <span className="range-zone soft" title="Days begin and end in this time zone">
        {range.zone.replaceAll("_", " ")}
      </span>
      {children}
    </div>
  );
}

/** A range that is no range yet is not asked for: the days shown stay those before. */
function OwnDays({ range }: { range: ChosenRange }) {
  const [from, setFrom] = useState(range.from);
  const [to, setTo] = useState(range.to);
  const isValid = isRange({ from, to });
  const choose = (next: { from: string; to: string }) => {
    setFrom(next.from);
    setTo(next.to);
    if (isRange(next)) range.chooseDays(next);
  };
  return (
    <span className="own-days">
      <input
        type="date"
        className="input"
        aria-label="First day"
        aria-invalid={!isValid || undefined}
        max={today()}
        value={from}
        onChange={(event) => choose({ from: event.target.value, to })}
      />
      <span aria-hidden="true">to</span>
      <input
        type="date"
        className="input"
        aria-label="Last day"
        aria-invalid={!isValid || undefined}
        max={today()}
        value={to}
        onChange={(event) => choose({ from, to: event.target.value })}
      />
      {!isValid && (
        <span className="field-note field-error" role="status">
          Choose up to 366 days, the first before the last.
        </span>
      )}
    </span>
  );
}
