import type { ProjectSummary } from "../../../../../src/contract/dashboard.ts";
import {
  type GroupState,
  groupSorts,
  groupStates,
  type QuestionGroup,
} from "../../../../../src/contract/insights/groups.ts";
import { usePages } from "../../../lists/use-pages.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Segments } from "../../../ui/choice.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { ListToolbar } from "../../../ui/list-toolbar.tsx";
import { LoadFailed, Notice } from "../../../ui/notice.tsx";
import { ShowMore } from "../../../ui/show-more.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useAction } from "../../../use-action.ts";
import { useSearchParam } from "../../../use-search-param.ts";
import { InsightsFrame } from "../insights-frame.tsx";
import { GroupPage } from "./group-page.tsx";
import { GroupRow } from "./group-row.tsx";
import { stateWords } from "./group-words.ts";
import { groupsApi } from "./groups-api.ts";
import "./groups.css";

type GroupsPageProps = { project: ProjectSummary; groupId: string };

/** What readers ask for and the docs lack, in groups; `groupId` names the one that is open, "" for the list. */
export function GroupsPage({ project, groupId }: GroupsPageProps) {
  if (groupId === "") return <GroupList project={project} />;
  return <GroupPage key={groupId} project={project} groupId={groupId} />;
}

const filters = [...groupStates, "all"] as const;
type Filter = (typeof filters)[number];
const sortWords = { count: "Most asked", trend: "Rising", newest: "Newest" };

function GroupList({ project }: { project: ProjectSummary }) {
  const { domain } = project;
  const [askedFilter, setFilter] = useSearchParam("state", "open");
  const [askedSort, setSort] = useSearchParam("sort", "count");
  const [search, setSearch] = useSearchParam("q");
  const filter = filters.find((one) => one === askedFilter) ?? "open";
  const sort = groupSorts.find((one) => one === askedSort) ?? "count";
  const query = { sort, ...(filter !== "all" && { state: filter }), ...(search && { q: search }) };
  const list = usePages(
    `groups ${domain} ${filter} ${sort} ${search}`,
    (cursor) => groupsApi.list(domain, { ...query, ...(cursor && { cursor }) }),
    { live: ["groups"] },
  );
  const download = useAction(() => groupsApi.csv(domain, query));
  const first = list.pages?.[0];
  const groups = list.pages?.flatMap((page) => page.groups);
  const sorts = groupSorts.map((value) => ({ value, label: sortWords[value] }));
  return (
    <InsightsFrame project={project} tab="groups">
      <div>
        <ListToolbar
          label="Search groups"
          search={search}
          onSearch={setSearch}
          filters={filters.map((value) => filterOf(value, first?.counts))}
          filter={filter}
          onFilter={setFilter}
        >
          <Segments legend="Order" options={sorts} value={sort} onChange={setSort} />
          <Button isSmall icon="file" isBusy={download.isBusy} onClick={() => download.run()}>
            Download CSV
          </Button>
        </ListToolbar>
        {download.error && <Notice tone="bad">{download.error}</Notice>}
        {first && first.waiting > 0 && (
          <p className="groups-waiting" role="status">
            {first.waiting === 1 ? "1 question is" : `${first.waiting} questions are`} being
            grouped.
          </p>
        )}
        {list.error !== undefined && <LoadFailed error={list.error} retry={list.reload} />}
        <Card isFlush>
          {!groups && list.error === undefined && <Skeleton lines={5} />}
          {groups && <Rows {...{ groups, domain, filter, search }} />}
          <ShowMore {...list} />
        </Card>
      </div>
    </InsightsFrame>
  );
}

function filterOf(value: Filter, counts: Record<GroupState, number> | undefined) {
  if (value !== "all") return { value, label: stateWords[value].label, count: counts?.[value] };
  const all = counts && Object.values(counts).reduce((sum, one) => sum + one, 0);
  return { value, label: "All", count: all };
}

type RowsProps = { groups: QuestionGroup[]; domain: string; filter: Filter; search: string };

function Rows({ groups, domain, filter, search }: RowsProps) {
  if (groups.length === 0) return <NoGroup filter={filter} search={search} />;
  return (
    <ul className="rows">
      {groups.map((group) => (
        <GroupRow key={group.id} group={group} domain={domain} />
      ))}
    </ul>
  );
}

function NoGroup({ filter, search }: Pick<RowsProps, "filter" | "search">) {
  if (search) {
    return (
      <Empty icon="search" title="No group is called that">
        <p>Names, telling words and notes are searched. Try fewer words, or another state.</p>
      </Empty>
    );
  }
  if (filter !== "all" && filter !== "open") {
    return (
      <Empty
        icon={stateWords[filter].icon}
        title={`No group is ${stateWords[filter].label.toLowerCase()}`}
      >
        <p>Groups that people or jobs bring into this state are listed here.</p>
      </Empty>
    );
  }
  return (
    <Empty icon="chat" title="Nothing is missing so far">
      <p>
        Questions that the docs did not answer, and answers that readers did not like, are gathered
        here by what they ask for, seconds after they were asked.
      </p>
    </Empty>
  );
}
