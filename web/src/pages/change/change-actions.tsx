import type { ChangeDetail } from "../../../../src/contract/changes.ts";
import { Button } from "../../ui/button.tsx";
import type { AskedAction } from "./change-action-dialog.tsx";

type ChangeActionsProps = { detail: ChangeDetail; onAsk: (action: AskedAction) => void };

export function ChangeActions({ detail, onAsk }: ChangeActionsProps) {
  const { change, conflicts } = detail;
  if (change.state === "closed") return null;
  if (change.state === "merged") {
    return (
      <Button icon="retry" onClick={() => onAsk("revert")}>
        Revert
      </Button>
    );
  }
  const isBlocked = conflicts.length > 0;
  return (
    <>
      <Button onClick={() => onAsk("close")}>Close</Button>
      {change.draft ? (
        <Button look="primary" icon="check" onClick={() => onAsk("ready")}>
          Mark ready
        </Button>
      ) : (
        <Button
          look="primary"
          icon="merge"
          disabled={isBlocked}
          title={isBlocked ? "The conflicts below have to be solved first" : undefined}
          onClick={() => onAsk("merge")}
        >
          Merge
        </Button>
      )}
    </>
  );
}
