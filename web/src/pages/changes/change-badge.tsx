import type { Change } from "../../../../src/contract/changes.ts";
import { Badge } from "../../ui/badge.tsx";

export function ChangeBadge({ change }: { change: Pick<Change, "state" | "draft"> }) {
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
    <Badge icon="edit">Draft</Badge>
  ) : (
    <Badge tone="good" icon="change">
      Open
    </Badge>
  );
}
