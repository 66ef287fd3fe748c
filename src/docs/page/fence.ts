export type Fence = { marker: string; length: number; isQuoted: boolean };

/** The fenced code block this line opens, also inside quotes and list items. */
export function openFence(line: string): Fence | undefined {
  const match = /^([\s>]*)(?:(?:[-*+]|\d{1,9}[.)])\s+){0,20}(`{3,}|~{3,})(.*)$/.exec(line);
  const run = match?.[2];
  if (match === null || run === undefined) return undefined;
  const marker = run.charAt(0);
  if (marker === "`" && match[3]?.includes("`")) return undefined;
  return { marker, length: run.length, isQuoted: match[1]?.includes(">") ?? false };
}

export function closesFence(line: string, fence: Fence): boolean {
  const bare = line.replace(/^[\s>]+/, "").trimEnd();
  if (bare.length < fence.length) return false;
  for (const character of bare) if (character !== fence.marker) return false;
  return true;
}
