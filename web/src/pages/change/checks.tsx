import type { ChangeCheck } from "../../../../src/contract/changes.ts";
import { count } from "../../format.ts";
import { Card } from "../../ui/card.tsx";
import { Icon } from "../../ui/icon.tsx";

export function Checks({ checks }: { checks: ChangeCheck[] }) {
  const failed = checks.filter(({ passed }) => !passed).length;
  const verdict = failed > 0 ? `${failed} failed` : "All passed";
  return (
    <Card
      title="Checks"
      aside={checks.length > 0 && <span className={failed ? "bad" : "good"}>{verdict}</span>}
    >
      {checks.length === 0 && <p className="soft">No check was run on this change.</p>}
      <ul className="checks">
        {checks.map((check) => (
          <Check key={check.name} check={check} />
        ))}
      </ul>
    </Card>
  );
}

function Check({ check: { name, passed, findings } }: { check: ChangeCheck }) {
  const face = (
    <>
      <span className={passed ? "good" : "bad"}>
        <Icon name={passed ? "check" : "close"} />
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
