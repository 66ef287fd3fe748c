import type { ChangeDetail } from "../../../../src/contract/changes.ts";
import type { ChangeAction } from "../../api.ts";
import { Button } from "../../ui/button.tsx";

type ChangeActionsProps = { detail: ChangeDetail; onAsk: (action: ChangeAction) => void };

export function ChangeActions({ detail, onAsk }: ChangeActionsProps) {
  const { change, conflicts } = detail;
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
