import {
  type ChangeFilter,
  type ChangeSummary,
  changeFilters,
} from "../../../../src/contract/changes.ts";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { api } from "../../api.ts";
import { paths } from "../../routes.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ListToolbar } from "../../ui/list-toolbar.tsx";
import { LoadFailed } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useMay } from "../../use-may.ts";
import { usePages } from "../../use-pages.ts";
import { useSearchParam } from "../../use-search-param.ts";
import { ChangeRow } from "./change-row.tsx";

const words: Record<ChangeFilter, string> = {
  open: "Open",
  draft: "Drafts",
  merged: "Merged",
  closed: "Closed",
  all: "All",
};

export function ChangesPage({ project: { domain } }: { project: ProjectSummary }) {
  const [asked, setFilter] = useSearchParam("state", "open");
  const [search, setSearch] = useSearchParam("q");
  const filter = changeFilters.find((one) => one === asked) ?? "open";
  const list = usePages(
    `changes ${domain} ${filter} ${search}`,
    (cursor) =>
      api.changes(domain, {
        state: filter,
        ...(search && { q: search }),
        ...(cursor && { cursor }),
      }),
    { live: ["changes"] },
  );
  const counts = list.pages?.[0]?.counts;
  const changes = list.pages?.flatMap((page) => page.changes);
  return (
    <Page
      title="Changes"
      lead="Edits that jobs propose. Read the diff, then merge it into the docs or close it."
    >
      <div>
        <ListToolbar
          label="Search changes"
          search={search}
          onSearch={setSearch}
          filters={changeFilters.map((value) => ({
            value,
            label: words[value],
            count: counts?.[value],
          }))}
          filter={filter}
          onFilter={setFilter}
        />
        {list.error !== undefined && <LoadFailed error={list.error} retry={list.reload} />}
        <Card isFlush>
          {!changes && list.error === undefined && <Skeleton lines={5} />}
          {changes && <ChangeList {...{ changes, filter, search, domain }} />}
          <ShowMore {...list} />
        </Card>
      </div>
    </Page>
  );
}

type ChangeListProps = {
  changes: ChangeSummary[];
  filter: ChangeFilter;
  search: string;
  domain: string;
};

function ChangeList({ changes, filter, search, domain }: ChangeListProps) {
  if (changes.length === 0) return <NoChange filter={filter} search={search} domain={domain} />;
  return (
    <ul className="rows">
      {changes.map((change) => (
        <ChangeRow key={change.number} change={change} domain={domain} />
      ))}
    </ul>
  );
}

function NoChange({ filter, search, domain }: Omit<ChangeListProps, "changes">) {
  const mayEdit = useMay("editor");
  const kind = filter === "all" ? "" : `${filter} `;
  if (search) {
    return (
      <Empty icon="search" title={`No ${kind}change is called that`}>
        <p>Titles and branches are searched. Try fewer words, or another state.</p>
      </Empty>
    );
  }
  return (
    <Empty icon="change" title={filter === "all" ? "No change yet" : `No ${kind}change`}>
      <p>A job that edits the docs ends in a change: a branch with a diff to review.</p>
      {mayEdit && (
        <LinkButton to={paths.section(domain, "jobs")} icon="plus">
          Start a job
        </LinkButton>
      )}
    </Empty>
  );
}
