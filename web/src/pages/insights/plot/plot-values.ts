import type { ReactNode } from "react";

/** How a series is told from the others, without its colour. */
export type Look = "solid" | "striped" | "dotted" | "hollow";

export type Series = { name: string; look: Look; values: (number | null)[] };

export type PlotProps = {
  title: string;
  kind: "columns" | "lines";
  /** What the values are of, as 2030-01-31. */
  days: string[];
  series: Series[];
  format: (value: number) => string;
  isWhole?: boolean;
  /** What the plot says in one sentence. */
  summary: string;
  note?: ReactNode;
};

/** Where the values lie in a drawing. */
export type DrawnSeries = {
  series: Series[];
  xOf: (index: number) => number;
  yOf: (value: number) => number;
  /** From one day to the next. */
  step: number;
  top: number;
  bottom: number;
  /** What a day says when somebody points at it. */
  titles: string[];
  patterns: string;
};
