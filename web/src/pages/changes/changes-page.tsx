import type { ChangeState, ChangeSummary } from "../../../../src/contract/changes.ts";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { api } from "../../api.ts";
import { useResource } from "../../resource.tsx";
import { useRouter } from "../../router.tsx";
import { paths } from "../../routes.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Segments } from "../../ui/choice.tsx";
import { Empty } from "../../ui/empty.tsx";
import { LoadFailed } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ChangeRow } from "./change-row.tsx";

type Filter = ChangeState | "all";
const filters: Filter[] = ["open", "merged", "closed", "all"];
const words: Record<Filter, string> = {
  open: "Open",
  merged: "Merged",
  closed: "Closed",
  all: "All",
};

export function ChangesPage({ project }: { project: ProjectSummary }) {
  const { domain } = project;
  const { search, navigate } = useRouter();
  const asked = new URLSearchParams(search).get("state");
  const filter = filters.find((one) => one === asked) ?? "open";
  const { data, error, reload } = useResource(`${filter} changes ${domain}`, () =>
    api.changes(domain, { state: filter }),
  );
  const choose = (next: Filter) => {
    const path = paths.section(domain, "changes");
    navigate(next === "open" ? path : `${path}?state=${next}`, { replace: true });
  };
  const options = filters.map((value) => ({
    value,
    label: (
      <>
        {words[value]} <span className="segment-count">{data?.counts[value]}</span>
      </>
    ),
  }));
  return (
    <Page
      title="Changes"
      lead="Edits that jobs propose. Read the diff, then merge it into the docs or close it."
      actions={<Segments legend="State" options={options} value={filter} onChange={choose} />}
    >
      {error !== undefined && <LoadFailed error={error} retry={reload} />}
      <Card isFlush>
        {!data && error === undefined && <Skeleton lines={5} />}
        {data && <ChangeList changes={data.changes} filter={filter} domain={domain} />}
      </Card>
    </Page>
  );
}

type ChangeListProps = { changes: ChangeSummary[]; filter: Filter; domain: string };

function ChangeList({ changes, filter, domain }: ChangeListProps) {
  if (changes.length === 0) return <NoChange filter={filter} domain={domain} />;
  return (
    <ul className="rows">
      {changes.map((change) => (
        <ChangeRow key={change.number} change={change} domain={domain} />
      ))}
    </ul>
  );
}

function NoChange({ filter, domain }: { filter: Filter; domain: string }) {
  const title = filter === "all" ? "No change yet" : `No ${filter} change`;
  return (
    <Empty icon="change" title={title}>
      <p>A job that edits the docs ends in a change: a branch with a diff to review.</p>
      <LinkButton to={paths.section(domain, "jobs")} icon="plus">
        Start a job
      </LinkButton>
    </Empty>
  );
}
