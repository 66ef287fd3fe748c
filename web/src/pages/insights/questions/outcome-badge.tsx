import type { AskedQuestion } from "../../../../../src/contract/insights/analytics.ts";
import { Badge, type Tone } from "../../../ui/badge.tsx";

type Ended = Pick<AskedQuestion, "resolution" | "outcome">;

/** How a question ended, in a word or two. */
export function OutcomeBadge(ended: Ended) {
  const { label, tone } = lookOf(ended);
  return <Badge tone={tone}>{label}</Badge>;
}

function lookOf({ resolution, outcome }: Ended): { label: string; tone: Tone } {
  switch (resolution) {
    case "answered":
      return { label: "Answered", tone: "good" };
    case "unanswered":
      return outcome === "reserve"
        ? { label: "With reserve", tone: "warn" }
        : { label: "Unanswered", tone: "bad" };
    case "streaming":
      return { label: "Being written", tone: "accent" };
    case "failed":
      return { label: "Failed", tone: "bad" };
    case "refused":
      return { label: "Refused", tone: "neutral" };
    case "cut":
      return { label: "Cut", tone: "neutral" };
  }
}
