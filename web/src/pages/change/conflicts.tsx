import type { Change, ChangeDetail } from "../../../../src/contract/changes.ts";
import { api } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useAction } from "../../use-action.ts";

type ConflictsProps = {
  conflicts: ChangeDetail["conflicts"];
  change: Change;
  domain: string;
  mayAsk: boolean;
  onAsked: (sessionId: string) => void;
};

export function Conflicts({ conflicts, change, domain, mayAsk, onAsked }: ConflictsProps) {
  const resolve = useAction(async () => {
    const { sessionId } = await api.resolveConflicts(domain, change.number);
    onAsked(sessionId);
  });
  return (
    <Notice tone="warn" title="This change conflicts with the docs as they are now">
      <p>
        <span className="mono">{change.base}</span> has moved on in the same places.{" "}
        {mayAsk && "Let the agent work them out, or solve it in git: merge "}
        {mayAsk && <span className="mono">{change.base}</span>}
        {mayAsk && " into "}
        {mayAsk && <span className="mono">{change.head}</span>}
        {mayAsk && "."}
      </p>
      <ul className="conflicts">
        {conflicts.map(({ path, reason }) => (
          <li key={path}>
            <span className="mono">{path}</span> {reason}
          </li>
        ))}
      </ul>
      {mayAsk && change.sessionId && (
        <Button icon="job" isBusy={resolve.isBusy} onClick={() => resolve.run()}>
          Let the agent resolve conflicts
        </Button>
      )}
      {resolve.error && <p role="alert">{resolve.error}</p>}
    </Notice>
  );
}
