import type { QuestionGroup } from "../contract/insights/groups.ts";
import type { Clock } from "../lib/clock.ts";
import type { TrendingGroup, Weeks } from "../store/insights/groups.ts";
import { cutText } from "../text/bounded.ts";

const weekMs = 7 * 24 * 60 * 60_000;
const longestExample = 500;

export const nameOfNone = "No questions left";

/** The last seven days, and the seven before. */
export function weeksUntil(clock: Clock): Weeks {
  const now = clock.now().getTime();
  const at = (weeks: number) => new Date(now - weeks * weekMs).toISOString();
  return { lastFrom: at(1), beforeFrom: at(2) };
}

export function toGroup(row: TrendingGroup, texts: Map<string, string>): QuestionGroup {
  const examples = row.exampleIds.flatMap((id) => texts.get(id) ?? []);
  return {
    id: row.id,
    name: row.name || nameOfNone,
    words: row.groupWords,
    language: row.language,
    state: row.state,
    count: row.size,
    unanswered: row.unanswered,
    thumbsDown: row.thumbsDown,
    lastWeek: row.lastWeek,
    weekBefore: row.weekBefore,
    firstAskedAt: row.firstAskedAt,
    lastAskedAt: row.lastAskedAt,
    nearestPage: row.nearestPage,
    examples: examples.map((text) => cutText(text, longestExample)),
    note: row.note,
  };
}
