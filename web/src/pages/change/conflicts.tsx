import type { Change, ChangeDetail } from "../../../../src/contract/changes.ts";
import { Notice } from "../../ui/notice.tsx";

type ConflictsProps = { conflicts: ChangeDetail["conflicts"]; change: Change };

export function Conflicts({ conflicts, change }: ConflictsProps) {
  return (
    <Notice tone="warn" title="This change conflicts with the docs as they are now">
      <p>
        <span className="mono">{change.base}</span> has moved on in the same places. Close this
        change and start the job again, or solve it in git: merge{" "}
        <span className="mono">{change.base}</span> into <span className="mono">{change.head}</span>
        .
      </p>
      <ul className="conflicts">
        {conflicts.map(({ path, reason }) => (
          <li key={path}>
            <span className="mono">{path}</span> {reason}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
