import { mostOf, type Part } from "./expression-parts.ts";

/** How many repetitions may go this far; one of a group, which can repeat in more than one way, counts twice, and so does one inside it. */
export function loopsIn(parts: Part[], endless: number): number {
  let loops = 0;
  const before: number[] = [];
  for (const [at, { kind }] of parts.entries()) {
    if (isLoop(parts[at], endless)) loops += parts[at - 1]?.kind === "close" ? 2 : 1;
    if (kind === "open") before.push(loops);
    if (kind !== "close") continue;
    const outside = before.pop() ?? 0;
    if (parts[at + 1]?.kind === "repeat") loops += loops - outside;
  }
  return loops;
}

/** Whether the last of the parts is such a repetition, of one sign: what comes to it has matched. */
export function endsWithLoop(parts: Part[], endless: number): boolean {
  const isLazy = parts.at(-1)?.text === "?" && parts.at(-2)?.kind === "repeat";
  const [before, last] = parts.slice(isLazy ? -3 : -2);
  return before?.kind !== "close" && isLoop(last, endless);
}

function isLoop(part: Part | undefined, endless: number): boolean {
  return part?.kind === "repeat" && mostOf(part.text) >= endless;
}
