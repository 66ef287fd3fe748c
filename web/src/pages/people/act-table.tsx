import type { Act } from "../../../../src/contract/acts.ts";
import { fullTime } from "../../format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Time } from "../../ui/time.tsx";

export function ActTable({ acts }: { acts: Act[] }) {
  return (
    <table className="table acts">
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Who</th>
          <th scope="col">Project</th>
          <th scope="col">From</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {acts.map((act) => (
          <ActRow key={act.id} act={act} />
        ))}
      </tbody>
    </table>
  );
}

const kinds: Record<Act["actor"]["kind"], string> = {
  member: "",
  token: "owner's token",
  admin: "admin key",
  operator: "command line",
  unknown: "not known",
};

function ActRow({ act: { action, actor, target, domain, network, at } }: { act: Act }) {
  return (
    <tr>
      <th scope="row" className="key-cell">
        <span className="row-title">{action}</span>
        {target && <span className="row-sub mono">{target}</span>}
      </th>
      <td data-label="Who" className="act-who">
        {actor.name || "Nobody"}
        {kinds[actor.kind] && (
          <Badge tone={actor.kind === "unknown" ? "warn" : "neutral"}>{kinds[actor.kind]}</Badge>
        )}
      </td>
      <td data-label="Project">{domain || "–"}</td>
      <td data-label="From">{network || "–"}</td>
      <td data-label="When" title={fullTime(at)}>
        <Time iso={at} />
      </td>
    </tr>
  );
}
