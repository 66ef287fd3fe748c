import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { type JobFilter, type JobSummary, jobFilters } from "../../../../src/contract/job-list.ts";
import { api } from "../../api.ts";
import { FilteredList } from "../../lists/filtered-list.tsx";
import { useListFilter } from "../../lists/use-list-filter.ts";
import { usePages } from "../../lists/use-pages.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Page } from "../../ui/page.tsx";
import { useMay } from "../../use-may.ts";
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
  const chosen = useListFilter(jobFilters, "all");
  const { state, search } = chosen;
  const list = usePages(
    `jobs ${domain} ${state} ${search}`,
    (cursor) => api.jobs(domain, { state, q: search, cursor }),
    { live: ["jobs"] },
  );
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
      <FilteredList label="Search jobs" words={words} chosen={chosen} list={list}>
        {jobs?.length === 0 && (
          <NoJob isFiltered={search !== "" || state !== "all"} onNew={mayStart ? open : null} />
        )}
        <ul className="rows">
          {jobs?.map((job) => (
            <JobRow key={job.sessionId} job={job} domain={domain} />
          ))}
        </ul>
      </FilteredList>
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
