import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { type JobFilter, type JobSummary, jobFilters } from "../../../../src/contract/job-list.ts";
import { api } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
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
import { JobRow } from "./job-row.tsx";
import { NewJobDialog } from "./new-job-dialog.tsx";
import { useArrivedTask } from "./use-arrived-task.ts";

const words: Record<JobFilter, string> = {
  all: "All",
  running: "Running",
  waiting: "Waiting",
  completed: "Completed",
  failed: "Failed",
  cancelled: "Cancelled",
};

export function JobsPage({ project }: { project: ProjectSummary }) {
  const { domain } = project;
  const mayStart = useMay("editor");
  const [isNew, setNew] = useSearchParam("new");
  const arrived = useArrivedTask();
  const [asked, setFilter] = useSearchParam("state", "all");
  const [search, setSearch] = useSearchParam("q");
  const filter = jobFilters.find((one) => one === asked) ?? "all";
  const list = usePages(
    `jobs ${domain} ${filter} ${search}`,
    (cursor) => api.jobs(domain, { state: filter, q: search, cursor }),
    { live: ["jobs"] },
  );
  const counts = list.pages?.[0]?.counts;
  const jobs = uniqueJobs(list.pages?.flatMap((page) => page.jobs));
  const open = () => setNew("1");
  const close = () => {
    arrived.leave();
    if (isNew !== "") setNew("");
  };
  return (
    <Page
      title="Jobs"
      lead="Tell Docent what to change in the docs. It works on a branch of its own and proposes a change."
      actions={mayStart && <NewJobButton label="New job" onNew={open} />}
    >
      <div>
        <ListToolbar
          label="Search jobs"
          search={search}
          onSearch={setSearch}
          filters={jobFilters.map((value) => ({
            value,
            label: words[value],
            count: counts?.[value],
          }))}
          filter={filter}
          onFilter={setFilter}
        />
        {list.error !== undefined && <LoadFailed error={list.error} retry={list.reload} />}
        <Card isFlush>
          {!jobs && list.error === undefined && <Skeleton lines={5} />}
          {jobs?.length === 0 && (
            <NoJob isFiltered={search !== "" || filter !== "all"} onNew={mayStart ? open : null} />
          )}
          <ul className="rows">
            {jobs?.map((job) => (
              <JobRow key={job.sessionId} job={job} domain={domain} />
            ))}
          </ul>
          <ShowMore {...list} />
        </Card>
      </div>
      {(isNew === "1" || arrived.template) && mayStart && (
        <NewJobDialog
          project={project}
          onClose={close}
          {...(arrived.template && { template: arrived.template })}
        />
      )}
    </Page>
  );
}

/** A job that has ended between two parts of the list stands in both. */
function uniqueJobs(jobs: JobSummary[] | undefined): JobSummary[] | undefined {
  return jobs && [...new Map(jobs.map((job) => [job.sessionId, job])).values()];
}

function NewJobButton({ label, onNew }: { label: string; onNew: () => void }) {
  return (
    <Button look="primary" icon="plus" onClick={onNew}>
      {label}
    </Button>
  );
}

function NoJob({ isFiltered, onNew }: { isFiltered: boolean; onNew: (() => void) | null }) {
  if (isFiltered) {
    return (
      <Empty icon="search" title="No job like that">
        <p>Instructions, titles and branches are searched. Try fewer words, or another state.</p>
      </Empty>
    );
  }
  return (
    <Empty icon="job" title="No job yet">
      <p>
        A job edits the docs for you: rename a term across pages, add a page or a section, repair
        broken links, fill in missing front matter.
      </p>
      {onNew && <NewJobButton label="Start the first job" onNew={onNew} />}
    </Empty>
  );
}
