import type { Overlay, OverlayChanges } from "../../git/overlay/overlay.ts";

const mostFiles = 100;
const mostLength = 2_000_000;
const leastShare = 0.6;

/**
 * Which of the new files are old ones at another place, by the path they have now. Links in a moved page are
 * repaired, so its text may differ a little from what it was.
 */
export async function findMoves(
  before: Overlay,
  changes: OverlayChanges,
): Promise<Map<string, string>> {
  const existing = new Set(before.list().map((file) => file.path));
  const gone = changes.flatMap(({ path, content }) => (content === null ? [path] : []));
  const added = changes.filter(({ path, content }) => content !== null && !existing.has(path));
  const moves = new Map<string, string>();
  if (gone.length === 0 || added.length === 0) return moves;
  const old = await readLines(before, gone.slice(0, mostFiles));
  for (const { path, content } of added.slice(0, mostFiles)) {
    const from = nearest(old, linesOf(content ?? ""));
    if (from === undefined) continue;
    moves.set(path, from);
    old.delete(from);
  }
  return moves;
}

async function readLines(overlay: Overlay, paths: string[]): Promise<Map<string, Set<string>>> {
  const lines = new Map<string, Set<string>>();
  let length = 0;
  for await (const { path, content } of overlay.readEach(paths)) {
    length += content.length;
    if (length > mostLength) break;
    lines.set(path, linesOf(content));
  }
  return lines;
}

function linesOf(text: string): Set<string> {
  return new Set(text.split(/\r?\n/).filter((line) => line.trim() !== ""));
}

/** The text that shares most of its lines with this one. */
function nearest(old: Map<string, Set<string>>, lines: Set<string>): string | undefined {
  let best: { path: string; share: number } | undefined;
  for (const [path, known] of old) {
    const share = shareOf(known, lines);
    if (share >= leastShare && share > (best?.share ?? 0)) best = { path, share };
  }
  return best?.path;
}

function shareOf(left: Set<string>, right: Set<string>): number {
  const most = Math.max(left.size, right.size);
  const least = Math.min(left.size, right.size);
  if (most === 0 || least < most * leastShare) return 0;
  let same = 0;
  for (const line of left) if (right.has(line)) same += 1;
  return same / most;
}
