import type { Change } from "../../../../src/contract/changes.ts";
import { Badge } from "../../ui/badge.tsx";

type ChangeBadgeProps = { change: Pick<Change, "state" | "draft">; checksFailed?: number };

/** A draft with failed checks has the colour of a warning. */
export function ChangeBadge({ change, checksFailed = 0 }: ChangeBadgeProps) {
  if (change.state === "merged") {
    return (
      <Badge tone="merged" icon="merge">
        Merged
      </Badge>
    );
  }
  if (change.state === "closed") {
    return (
      <Badge tone="bad" icon="close">
        Closed
      </Badge>
    );
  }
  return change.draft ? (
    <Badge tone={checksFailed > 0 ? "warn" : "neutral"} icon="edit">
      Draft
    </Badge>
  ) : (
    <Badge tone="good" icon="change">
      Open
    </Badge>
  );
}
