export type Fence = { indent: number; mark: string; info: string };

/** The fence a line opens, if it opens one. */
export function openingFence(line: string): Fence | undefined {
  const match = /^( {0,40})(`{3,40}|~{3,40})([^\n]{0,200})$/.exec(line);
  if (match === null) return undefined;
  const [, indent = "", mark = "", info = ""] = match;
  if (mark.startsWith("`") && info.includes("`")) return undefined;
  return { indent: indent.length, mark, info: info.trim() };
}

export function closesFence(line: string, fence: Fence): boolean {
  const trimmed = line.trim();
  const character = fence.mark[0] ?? "`";
  return trimmed.length >= fence.mark.length && trimmed === character.repeat(trimmed.length);
}

/** Index of the line after the fence that opens at `start`; `closed` is false when the text ends first. */
export function fenceEnd(
  lines: string[],
  start: number,
  fence: Fence,
): { next: number; closed: boolean } {
  for (let index = start + 1; index < lines.length; index++) {
    if (closesFence(lines[index] ?? "", fence)) return { next: index + 1, closed: true };
  }
  return { next: lines.length, closed: false };
}
