import type { QuestionGroup } from "../../../../../src/contract/insights/groups.ts";
import { count } from "../../../format.ts";
import { Link } from "../../../router.tsx";
import { paths } from "../../../routes.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Time } from "../../../ui/time.tsx";
import { stateWords, trendOf } from "./group-words.ts";

export function GroupRow({ group, domain }: { group: QuestionGroup; domain: string }) {
  const { label, tone, icon } = stateWords[group.state];
  return (
    <li className="row group-row">
      <Badge tone={tone} icon={icon}>
        {label}
      </Badge>
      <div className="row-main">
        <Link to={paths.insights(domain, "groups", group.id)} className="row-title">
          {group.name}
        </Link>
        <span className="row-sub">{group.examples[0]}</span>
      </div>
      <div className="row-facts">
        <span className="fact group-count">{count(group.count, "question")}</span>
        <GroupTrend group={group} />
        {group.thumbsDown > 0 && (
          <span className="fact" title={`${group.thumbsDown} rated down`}>
            <Icon name="thumb-down" size={14} />
            {group.thumbsDown}
            <span className="visually-hidden">rated down</span>
          </span>
        )}
        <span className="fact fact-time">
          <Time iso={group.lastAskedAt} />
        </span>
      </div>
    </li>
  );
}

export function GroupTrend({ group }: { group: QuestionGroup }) {
  const { arrow, words } = trendOf(group);
  return (
    <span className="fact group-trend">
      <span aria-hidden="true">{arrow}</span>
      {words}
    </span>
  );
}
