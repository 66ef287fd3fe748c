import { lazy, Suspense } from "react";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { webAddress } from "../../../shared/web-address.ts";
import { api } from "../../api.ts";
import { useResource } from "../../resource.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadFailed } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { useAction } from "../../use-action.ts";
import { useMay } from "../../use-may.ts";
import { ExtraPathsCard } from "./extra-paths-card.tsx";
import { Figures } from "./figures.tsx";
import { OpenChanges, RecentJobs } from "./home-lists.tsx";
import { QuickAsk } from "./quick-ask.tsx";
import { SyncCard } from "./sync-card.tsx";

const FirstStepsCard = lazy(async () => ({
  default: (await import("../first-steps/first-steps-card.tsx")).FirstStepsCard,
}));

type HomePageProps = { project: ProjectSummary; refreshProject: () => Promise<void> };

export function HomePage({ project, refreshProject }: HomePageProps) {
  const { domain } = project;
  const jobs = useResource(`recent jobs ${domain}`, () => api.jobs(domain, { limit: "4" }), {
    live: ["jobs"],
  });
  const changes = useResource(
    `open changes ${domain}`,
    () => api.changes(domain, { state: "open", limit: "4" }),
    { live: ["changes", "jobs"] },
  );
  const keys = useResource(`key counts ${domain}`, () => api.keys(domain, { limit: "1" }), {
    live: ["keys"],
  });
  const open = changes.data?.changes;
  const failed = [jobs, changes, keys].find(({ error }) => error !== undefined);
  return (
    <Page
      title={project.name}
      lead={<ProjectLead project={project} />}
      actions={project.firstStepsClosed && <StepsAgain {...{ project, refreshProject }} />}
    >
      <QuickAsk domain={domain} />
      {!project.firstStepsClosed && (
        <Suspense fallback={<div className="first-steps-space" />}>
          <FirstStepsCard {...{ project, refreshProject }} />
        </Suspense>
      )}
      <Figures
        domain={domain}
        pages={project.pages}
        running={jobs.data?.counts.running}
        open={changes.data?.counts.open}
        keys={keys.data?.counts.active}
      />
      {failed && <LoadFailed error={failed.error} retry={failed.reload} />}
      <div className="home-columns">
        <div className="stack">
          {(jobs.data || !jobs.error) && <RecentJobs jobs={jobs.data?.jobs} domain={domain} />}
          {(open || !changes.error) && <OpenChanges changes={open} domain={domain} />}
        </div>
        <div className="stack">
          <SyncCard project={project} refreshProject={refreshProject} />
          <ExtraPathsCard project={project} refreshProject={refreshProject} />
        </div>
      </div>
    </Page>
  );
}

/** Brings back what was put away. */
function StepsAgain({ project, refreshProject }: HomePageProps) {
  const mayChange = useMay("editor");
  const show = useAction(async () => {
    await api.closeFirstSteps(project.domain, false);
    await refreshProject();
  });
  if (!mayChange) return null;
  return (
    <Button isSmall look="quiet" icon="list" isBusy={show.isBusy} onClick={() => show.run()}>
      First steps
    </Button>
  );
}

function ProjectLead({ project }: { project: ProjectSummary }) {
  const site = webAddress(project.baseUrl);
  const isPublic = project.visibility === "public";
  return (
    <span className="facts">
      <span className="mono">{project.domain}</span>
      <Badge icon={isPublic ? "globe" : "lock"}>{isPublic ? "Public" : "Private"}</Badge>
      {site && (
        <a href={site} target="_blank" rel="noreferrer" className="fact fact-link">
          {new URL(site).host}
          <Icon name="external" size={13} />
        </a>
      )}
    </span>
  );
}
