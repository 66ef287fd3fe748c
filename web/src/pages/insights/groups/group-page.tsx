import type { ProjectSummary } from "../../../../../src/contract/dashboard.ts";
import type { QuestionGroup } from "../../../../../src/contract/insights/groups.ts";
import { usePages } from "../../../lists/use-pages.ts";
import { paths } from "../../../routes.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { LoadFailed } from "../../../ui/notice.tsx";
import { Page } from "../../../ui/page.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Day } from "../../../ui/time.tsx";
import { useMay } from "../../../use-may.ts";
import { GroupActions } from "./group-actions.tsx";
import { GroupNote } from "./group-note.tsx";
import { GroupQuestions } from "./group-questions.tsx";
import { GroupTrend } from "./group-row.tsx";
import { GroupStory } from "./group-story.tsx";
import { stateWords } from "./group-words.ts";
import { groupsApi } from "./groups-api.ts";

type GroupPageProps = { project: ProjectSummary; groupId: string };

/** One group: what is asked, where it would belong, what people decided and what became of it. */
export function GroupPage({ project, groupId }: GroupPageProps) {
  const { domain } = project;
  const mayEdit = useMay("editor");
  const detail = usePages(
    `group ${domain} ${groupId}`,
    (cursor) => groupsApi.show(domain, groupId, cursor),
    { live: ["groups", "jobs", "changes"] },
  );
  const first = detail.pages?.[0];
  const group = first?.group;
  const questions = detail.pages?.flatMap((page) => page.questions) ?? [];
  const changed = () => void detail.reload();
  return (
    <Page
      title={group?.name ?? "Group"}
      tabTitle={`${group?.name ?? "Group"} · Insights`}
      back={{ to: paths.insights(domain, "groups"), label: "Groups" }}
      lead={group && <GroupFacts group={group} />}
      actions={group && mayEdit && <GroupActions {...{ group, project, onChanged: changed }} />}
    >
      {detail.error !== undefined && <LoadFailed error={detail.error} retry={detail.reload} />}
      {!group && detail.error === undefined && <Skeleton lines={6} />}
      {group && (
        <div className="group-columns">
          <div className="group-main">
            <Examples group={group} />
            <GroupQuestions {...{ group, domain, questions, mayEdit }} more={detail} />
          </div>
          <aside className="group-side" aria-label="About this group">
            <NearestPage group={group} />
            <GroupNote {...{ group, domain, mayEdit, onChanged: changed }} />
            <GroupStory events={first.events} domain={domain} />
          </aside>
        </div>
      )}
    </Page>
  );
}

function GroupFacts({ group }: { group: QuestionGroup }) {
  const { label, tone, icon } = stateWords[group.state];
  return (
    <span className="facts">
      <Badge tone={tone} icon={icon}>
        {label}
      </Badge>
      <span className="fact">
        {group.unanswered} unanswered, {group.thumbsDown} rated down
      </span>
      <GroupTrend group={group} />
      <span className="fact">
        since <Day iso={group.firstAskedAt} />
      </span>
    </span>
  );
}

function Examples({ group }: { group: QuestionGroup }) {
  if (group.examples.length === 0) return null;
  return (
    <Card title="What readers ask">
      <ul className="group-examples">
        {group.examples.map((example) => (
          <li key={example}>{example}</li>
        ))}
      </ul>
    </Card>
  );
}

function NearestPage({ group: { nearestPage } }: { group: QuestionGroup }) {
  return (
    <Card title="Nearest page">
      {nearestPage ? (
        <p className="group-nearest">
          <a href={nearestPage.url} target="_blank" rel="noreferrer">
            {nearestPage.title || nearestPage.path}
            <Icon name="external" size={12} />
            <span className="visually-hidden">(opens in a new tab)</span>
          </a>
          <span className="mono soft">{nearestPage.path}</span>
        </p>
      ) : (
        <p className="soft">No page comes near it: it may need one of its own.</p>
      )}
    </Card>
  );
}
