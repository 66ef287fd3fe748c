import {
  type ChangeFilter,
  type ChangeSummary,
  changeFilters,
} from "../../../../src/contract/changes.ts";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { api } from "../../api.ts";
import { FilteredList } from "../../lists/filtered-list.tsx";
import { useListFilter } from "../../lists/use-list-filter.ts";
import { usePages } from "../../lists/use-pages.ts";
import { paths } from "../../routes.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Page } from "../../ui/page.tsx";
import { useMay } from "../../use-may.ts";
import { ChangeRow } from "./change-row.tsx";

const words: Record<ChangeFilter, string> = {
  open: "Open",
  draft: "Drafts",
  merged: "Merged",
  closed: "Closed",
  all: "All",
};

export function ChangesPage({ project: { domain } }: { project: ProjectSummary }) {
  const chosen = useListFilter(changeFilters, "open");
  const { state: filter, search } = chosen;
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
  const changes = list.pages?.flatMap((page) => page.changes) ?? [];
  return (
    <Page
      title="Changes"
      lead="Edits that jobs propose. Read the diff, then merge it into the docs or close it."
    >
      <FilteredList label="Search changes" words={words} chosen={chosen} list={list}>
        <ChangeList {...{ changes, filter, search, domain }} />
      </FilteredList>
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
