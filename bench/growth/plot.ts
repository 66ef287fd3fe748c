import { type EngineName, engines } from "../retrieval/engine-list.ts";
import type { Row } from "./rows.ts";

type Panel = { title: string; figureOf(row: Row): number | undefined };
type Box = { left: number; top: number; width: number; height: number };

const panels: Panel[] = [
  { title: "question, p50 ms", figureOf: (row) => (row.reopened ?? row.built)?.p50Ms },
  { title: "build, s", figureOf: ({ built }) => built && built.firstMs / 1000 },
  { title: "memory, MB", figureOf: (row) => (row.reopened ?? row.built)?.residentMb },
  { title: "on disk, MB", figureOf: ({ built }) => built?.diskMb },
  { title: "one page changed, ms", figureOf: ({ built }) => built?.update?.wallMs },
  { title: "opened to first answer, ms", figureOf: ({ reopened }) => reopened?.firstMs },
];
const colours = [
  "#0969da",
  "#8250df",
  "#bf8700",
  "#cf222e",
  "#1a7f37",
  "#9a6700",
  "#57606a",
  "#d4a72c",
];
const columns = 3;
const [panelWidth, panelHeight, legendHeight] = [330, 270, 70];

/** One panel for each figure, both axes logarithmic, one line an engine. */
export function plotGrowth(measured: Row[]): string {
  // Rows of an earlier run come first: lines go from size to size.
  const rows = measured.toSorted((one, other) => one.passages - other.passages);
  const names = [...new Set(rows.map((row) => row.engine))];
  const colourOf = (name: EngineName) => colours[names.indexOf(name) % colours.length] ?? "#000";
  const height = legendHeight + Math.ceil(panels.length / columns) * panelHeight;
  const width = columns * panelWidth;
  const legend = names.map((name, place) => {
    const [x, y] = [60 + (place % 5) * 180, 46 + Math.floor(place / 5) * 18];
    return `<circle cx="${x}" cy="${y - 4}" r="5" fill="${colourOf(name)}"/><text x="${x + 10}" y="${y}">${engines[name].title}</text>`;
  });
  const drawn = panels.map((panel, place) => {
    const left = (place % columns) * panelWidth + 58;
    const top = legendHeight + Math.floor(place / columns) * panelHeight + 30;
    return drawPanel(panel, rows, { box: { left, top, width: 250, height: 190 }, names, colourOf });
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Search as docs grow">
<style>
svg { font-family: system-ui, sans-serif; font-size: 12px; --ink: #1f2328; --soft: #59636e; --line: #d1d9e0; --paper: #ffffff; }
@media (prefers-color-scheme: dark) { svg { --ink: #f0f6fc; --soft: #9198a1; --line: #3d444d; --paper: #0d1117; } }
text { fill: var(--ink); } .soft { fill: var(--soft); } .grid { stroke: var(--line); }
</style>
<rect width="${width}" height="${height}" fill="var(--paper)"/>
<text x="58" y="22" font-size="16" font-weight="600">Search as docs grow: both axes logarithmic, passages to the right</text>
${[...legend, ...drawn].join("\n")}
</svg>
`;
}

type Drawing = { box: Box; names: EngineName[]; colourOf(name: EngineName): string };

function drawPanel({ title, figureOf }: Panel, rows: Row[], { box, names, colourOf }: Drawing) {
  const known = rows.flatMap((row) => {
    const value = figureOf(row);
    return value === undefined || !(value > 0) ? [] : [{ ...row, value }];
  });
  const label = `<text x="${box.left}" y="${box.top - 10}" font-weight="600">${title}</text>`;
  if (known.length === 0) return label;
  const xs = decadesOf(rows.map((row) => row.passages));
  const ys = decadesOf(known.map((row) => row.value));
  const xOf = scale(xs, box.left, box.left + box.width);
  const yOf = scale(ys, box.top + box.height, box.top);
  const [right, bottom] = [box.left + box.width, box.top + box.height];
  const grid = [
    ...xs.map(
      (x) =>
        `<line class="grid" x1="${xOf(x)}" x2="${xOf(x)}" y1="${box.top}" y2="${bottom}"/><text class="soft" x="${xOf(x)}" y="${bottom + 16}" text-anchor="middle">${short(x)}</text>`,
    ),
    ...ys.map(
      (y) =>
        `<line class="grid" x1="${box.left}" x2="${right}" y1="${yOf(y)}" y2="${yOf(y)}"/><text class="soft" x="${box.left - 6}" y="${Number(yOf(y)) + 4}" text-anchor="end">${short(y)}</text>`,
    ),
  ];
  const lines = names.map((name) => {
    const own = known.filter((row) => row.engine === name);
    const points = own.map(
      (row) => `${xOf(row.built?.passages ?? row.passages)},${yOf(row.value)}`,
    );
    const dots = points.map((point) => {
      const [x, y] = point.split(",");
      return `<circle cx="${x}" cy="${y}" r="3" fill="${colourOf(name)}"/>`;
    });
    const weight = name === "docent" ? 3 : 1.5;
    return `<polyline fill="none" stroke="${colourOf(name)}" stroke-width="${weight}" points="${points.join(" ")}"/>${dots.join("")}`;
  });
  return [label, ...grid, ...lines].join("\n");
}

/** Powers of ten around the values. */
function decadesOf(values: number[]): number[] {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(Math.ceil(Math.log10(Math.max(...values))), first + 1);
  return Array.from({ length: last - first + 1 }, (_, step) => Number(`1e${first + step}`));
}

function scale(decades: number[], start: number, end: number) {
  const [low, high] = [Math.log10(decades[0] ?? 1), Math.log10(decades.at(-1) ?? 10)];
  return (value: number) =>
    (start + ((Math.log10(value) - low) / (high - low)) * (end - start)).toFixed(1);
}

function short(value: number): string {
  if (value >= 1e6) return `${value / 1e6}M`;
  return value >= 1e3 ? `${value / 1e3}k` : String(value);
}
