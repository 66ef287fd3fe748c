export type MarkGroup = { numbers: number[]; end: number };

const marker = /\[(\d{1,4}(?:, ?\d{1,4}){0,9})\]/y;
const between = /,? ?(?=\[\d)/y;
const unfinished = /(?:,? ?)(?:\[[\d, ]{0,60})?$/y;
const mostMarkers = 20;

/** The markers that begin at `at`, one right behind the other: `[1]`, `[1, 2]`, `[1][2]`, `[1], [2]`. */
export function readMarks(
  text: string,
  at: number,
  isFinal: boolean,
): MarkGroup | "incomplete" | undefined {
  const numbers: number[] = [];
  let end = at;
  for (let count = 0; count < mostMarkers; count += 1) {
    marker.lastIndex = numbers.length === 0 ? end : afterGap(text, end);
    const match = marker.exec(text);
    if (match === null) break;
    end = match.index + match[0].length;
    numbers.push(...(match[1] ?? "").split(",").map(Number));
  }
  unfinished.lastIndex = end;
  const mayGoOn = !isFinal && unfinished.test(text);
  if (mayGoOn) return "incomplete";
  return numbers.length === 0 ? undefined : { numbers, end };
}

function afterGap(text: string, end: number): number {
  between.lastIndex = end;
  return end + (between.exec(text)?.[0].length ?? 0);
}
