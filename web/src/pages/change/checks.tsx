import type { ChangeCheck } from "../../../../src/contract/changes.ts";
import { count } from "../../format.ts";
import { Icon } from "../../ui/icon.tsx";

export function CheckList({ checks }: { checks: ChangeCheck[] }) {
  if (checks.length === 0) return <p className="soft">No check was run on this change.</p>;
  return (
    <ul className="checks">
      {checks.map((check) => (
        <Check key={check.name} check={check} />
      ))}
    </ul>
  );
}

function Check({ check: { name, passed, findings } }: { check: ChangeCheck }) {
  const face = (
    <>
      <span className={passed ? "good" : "warn"}>
        <Icon name={passed ? "check" : "alert"} />
      </span>
      <span className="visually-hidden">{passed ? "Passed:" : "Failed:"}</span>
      <span className="check-name">{name}</span>
    </>
  );
  if (findings.length === 0) return <li className="check-line">{face}</li>;
  return (
    <li>
      <details className="check-details" open={!passed}>
        <summary className="check-line">
          {face}
          <span className="soft">{count(findings.length, "finding")}</span>
        </summary>
        <ul className="findings mono">
          {findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
      </details>
    </li>
  );
}
