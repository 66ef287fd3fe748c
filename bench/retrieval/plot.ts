import { engines } from "./engine-list.ts";
import type { Results } from "./measure-all.ts";

type Dot = { label: string; isOurs: boolean; p50Ms: number; ndcg: number };
type Placed = Dot & { x: number; y: number };

const width = 760;
const height = 460;
const frame = { left: 70, right: 740, top: 60, bottom: 400 };

/** nDCG@10 (odd halves, mean of the sets) against the median query time at scale; undefined when the scale was not measured. */
export function plotEngines({ sets, scale }: Results): string | undefined {
  if (scale === undefined || sets.length === 0) return undefined;
  const dots = scale.rows.map(({ engine, measure }) => ({
    label: engines[engine].title,
    isOurs: engine === "docent",
    p50Ms: measure.p50Ms,
    ndcg: meanOf(sets.map((set) => set.rows.find((row) => row.engine === engine)?.odd.ndcg10 ?? 0)),
  }));
  const names = sets.map((set) => set.name).join(", ");
  return drawPlot(dots, {
    title: "Ranking against speed",
    subtitle: `nDCG@10 on the odd halves (mean of ${names}); p50 at ${scale.docs.toLocaleString("en-US")} passages`,
  });
}

function meanOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function drawPlot(dots: Dot[], text: { title: string; subtitle: string }): string {
  const decades = decadesOf(dots.map((dot) => dot.p50Ms));
  const steps = stepsOf(dots.map((dot) => dot.ndcg));
  const xOf = scaleTo(Math.log10(decades[0] ?? 1), Math.log10(decades.at(-1) ?? 10), [
    frame.left,
    frame.right,
  ]);
  const yOf = scaleTo(steps[0] ?? 0, steps.at(-1) ?? 1, [frame.bottom, frame.top]);
  const placed = dots.map((dot) => ({ ...dot, x: xOf(Math.log10(dot.p50Ms)), y: yOf(dot.ndcg) }));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(`${text.title}: ${text.subtitle}`)}">
<title>${escapeXml(text.title)}</title>
<style>
svg { font-family: system-ui, sans-serif; font-size: 13px; --ink: #1f2328; --soft: #59636e; --line: #d1d9e0; --paper: #ffffff; --ours: #0969da; --dot: #59636e; }
@media (prefers-color-scheme: dark) { svg { --ink: #f0f6fc; --soft: #9198a1; --line: #3d444d; --paper: #0d1117; --ours: #4493f8; --dot: #9198a1; } }
text { fill: var(--ink); } .soft { fill: var(--soft); } .ours { fill: var(--ours); font-weight: 600; }
line { stroke: var(--line); } circle { fill: var(--dot); } circle.ours { fill: var(--ours); }
</style>
<rect width="${width}" height="${height}" fill="var(--paper)"/>
<text x="${frame.left}" y="24" font-size="16" font-weight="600">${escapeXml(text.title)}</text>
<text x="${frame.left}" y="44" class="soft">${escapeXml(text.subtitle)}</text>
${decades.map((value) => verticalLine(xOf(Math.log10(value)), `${value}`)).join("\n")}
${steps.map((value) => horizontalLine(yOf(value), value.toFixed(2))).join("\n")}
<text x="${(frame.left + frame.right) / 2}" y="${height - 14}" text-anchor="middle" class="soft">median query time in ms, logarithmic (further left is faster)</text>
<text transform="translate(18 ${(frame.top + frame.bottom) / 2}) rotate(-90)" text-anchor="middle" class="soft">nDCG@10 (higher is better)</text>
${drawDots(placed)}
</svg>
`;
}

/** Powers of ten around the values. */
function decadesOf(values: number[]): number[] {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(Math.ceil(Math.log10(Math.max(...values))), first + 1);
  return Array.from({ length: last - first + 1 }, (_, step) => Number(`1e${first + step}`));
}

/** Multiples of 0.05 around the values. */
function stepsOf(values: number[]): number[] {
  const first = Math.floor(Math.min(...values) * 20);
  const last = Math.max(Math.ceil(Math.max(...values) * 20), first + 1);
  return Array.from({ length: last - first + 1 }, (_, step) => (first + step) / 20);
}

function scaleTo(low: number, high: number, [start, end]: [number, number]) {
  return (value: number) => start + ((value - low) / (high - low)) * (end - start);
}

function verticalLine(x: number, label: string): string {
  return `<line x1="${round(x)}" x2="${round(x)}" y1="${frame.top}" y2="${frame.bottom}"/><text x="${round(x)}" y="${frame.bottom + 20}" text-anchor="middle" class="soft">${label}</text>`;
}

function horizontalLine(y: number, label: string): string {
  return `<line x1="${frame.left}" x2="${frame.right}" y1="${round(y)}" y2="${round(y)}"/><text x="${frame.left - 8}" y="${round(y + 4)}" text-anchor="end" class="soft">${label}</text>`;
}

const letterWidth = 7.2;
const halfLine = 8;
const gap = 9;
type Box = { left: number; right: number; y: number };

/** A label stands beside its dot, on the first place where it covers no dot and no other label. */
function drawDots(dots: Placed[]): string {
  const taken: Box[] = dots.map(({ x, y }) => ({ left: x - 6, right: x + 6, y }));
  return dots
    .map((dot) => {
      const places = placesFor(dot);
      const box = places.find((place) => !taken.some((other) => overlaps(place, other)));
      const { left, y } = box ?? places[0] ?? { left: dot.x, y: dot.y };
      if (box !== undefined) taken.push(box);
      const name = dot.isOurs ? ' class="ours"' : "";
      const isLeft = left < dot.x;
      const anchor = `x="${round(dot.x + (isLeft ? -gap : gap))}"${isLeft ? ' text-anchor="end"' : ""}`;
      return `<circle cx="${round(dot.x)}" cy="${round(dot.y)}" r="5"${name}/><text ${anchor} y="${round(y + 4)}"${name}>${escapeXml(dot.label)}</text>`;
    })
    .join("\n");
}

function placesFor({ x, y, label }: Placed): Box[] {
  const length = label.length * letterWidth;
  return [0, 1, -1, 2, -2, 3].flatMap((step) => {
    const line = y + step * halfLine * 2;
    const right = { left: x + gap, right: x + gap + length, y: line };
    const left = { left: x - gap - length, right: x - gap, y: line };
    return [right, left].filter((box) => box.left > frame.left && box.right < width);
  });
}

function overlaps(one: Box, other: Box): boolean {
  const isBeside = one.right < other.left || one.left > other.right;
  return !isBeside && Math.abs(one.y - other.y) < halfLine * 1.5;
}

function round(value: number): string {
  return value.toFixed(1);
}

function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
