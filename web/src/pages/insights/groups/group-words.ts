import type {
  GroupEvent,
  GroupState,
  QuestionGroup,
} from "../../../../../src/contract/insights/groups.ts";
import { count } from "../../../format.ts";
import type { Tone } from "../../../ui/badge.tsx";
import type { IconName } from "../../../ui/icon.tsx";

export const stateWords: Record<GroupState, { label: string; tone: Tone; icon: IconName }> = {
  open: { label: "Open", tone: "accent", icon: "chat" },
  "in-work": { label: "In work", tone: "warn", icon: "job" },
  watched: { label: "Watched", tone: "merged", icon: "eye" },
  answered: { label: "Answered", tone: "good", icon: "check" },
  closed: { label: "Closed", tone: "neutral", icon: "close" },
};

export type Trend = { arrow: "↑" | "↓" | "→"; words: string };

/** How often it was asked in the last seven days, beside the seven before. */
export function trendOf({
  lastWeek,
  weekBefore,
}: Pick<QuestionGroup, "lastWeek" | "weekBefore">): Trend {
  const more = lastWeek - weekBefore;
  if (lastWeek === 0 && weekBefore === 0) return { arrow: "→", words: "quiet for two weeks" };
  if (weekBefore === 0) return { arrow: "↑", words: `${count(lastWeek, "time")} this week, new` };
  if (more > 0) return { arrow: "↑", words: `${more} more than last week` };
  if (more < 0) return { arrow: "↓", words: `${-more} fewer than last week` };
  return { arrow: "→", words: "as often as last week" };
}

/** What an event says, before who did it. */
export const eventWords: Record<GroupEvent["kind"], { label: string; icon: IconName }> = {
  opened: { label: "First asked", icon: "chat" },
  closed: { label: "Closed", icon: "close" },
  reopened: { label: "Opened again", icon: "retry" },
  merged: { label: "Took in another group", icon: "merge" },
  split: { label: "Questions moved away", icon: "branch" },
  joined: { label: "Questions moved here", icon: "merge" },
  noted: { label: "Note written", icon: "edit" },
  "job-started": { label: "Job started", icon: "job" },
  "change-proposed": { label: "Change proposed", icon: "change" },
  "change-merged": { label: "Change merged", icon: "merge" },
  "change-dropped": { label: "Change dropped", icon: "close" },
  answered: { label: "Readers are answered now", icon: "check" },
};
