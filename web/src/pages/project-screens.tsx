import { lazy, Suspense } from "react";
import type { ProjectSummary } from "../../../src/contract/dashboard.ts";
import { api } from "../api.ts";
import { Live } from "../live/live.tsx";
import { useResource } from "../resource.tsx";
import type { ProjectScreen, Screen } from "../routes.ts";
import { PlainFrame } from "../shell/plain-frame.tsx";
import { Shell } from "../shell/shell.tsx";
import { LoadFailed } from "../ui/notice.tsx";
import { PageBoundary } from "../ui/page-boundary.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { useWalkedStep } from "./first-steps/walked-step.ts";
import { HomePage } from "./home/home-page.tsx";
import { NotFoundPage } from "./not-found-page.tsx";
import { pageScripts } from "./page-scripts.ts";

// Who opens the dashboard waits for its first page alone.
const AskPage = lazy(async () => ({ default: (await pageScripts.ask()).AskPage }));
const InsightsPage = lazy(async () => ({ default: (await pageScripts.insights()).InsightsPage }));
const JobsPage = lazy(async () => ({ default: (await pageScripts.jobs()).JobsPage }));
const JobPage = lazy(async () => ({ default: (await pageScripts.job()).JobPage }));
const KeysPage = lazy(async () => ({ default: (await pageScripts.keys()).KeysPage }));
const ChangesPage = lazy(async () => ({ default: (await pageScripts.changes()).ChangesPage }));
const ChangePage = lazy(async () => ({ default: (await pageScripts.change()).ChangePage }));
const AutomationsPage = lazy(async () => ({
  default: (await pageScripts.automations()).AutomationsPage,
}));
const SettingsPage = lazy(async () => ({ default: (await pageScripts.settings()).SettingsPage }));

const FirstStepBar = lazy(async () => ({
  default: (await import("./first-steps/first-step-bar.tsx")).FirstStepBar,
}));

type InProject = Screen & { domain: string };

export function ProjectScreens({ screen }: { screen: InProject }) {
  return (
    <Live domain={screen.domain}>
      <KnownProject screen={screen} />
    </Live>
  );
}

function KnownProject({ screen }: { screen: InProject }) {
  const { data, error, reload } = useResource("projects", api.projects, { live: ["project"] });
  if (!data) {
    return (
      <PlainFrame>
        {error ? <LoadFailed error={error} retry={reload} /> : <Spinner label="Loading" />}
      </PlainFrame>
    );
  }
  const project = data.projects.find(
    ({ domain, id }) => domain === screen.domain || id === screen.domain,
  );
  if (!project) return <NotFoundPage />;
  return (
    <Shell project={project} projects={data.projects} section={sectionOf(screen)}>
      {screen.name !== "home" && !project.firstStepsClosed && (
        <WalkedStep domain={project.domain} />
      )}
      <PageBoundary key={JSON.stringify(screen)}>
        <Suspense fallback={<PageSkeleton />}>
          <ProjectPage key={project.id} screen={screen} project={project} refresh={reload} />
        </Suspense>
      </PageBoundary>
    </Shell>
  );
}

function WalkedStep({ domain }: { domain: string }) {
  const name = useWalkedStep(domain);
  if (name === undefined) return null;
  return (
    <Suspense>
      <FirstStepBar domain={domain} name={name} />
    </Suspense>
  );
}

function PageSkeleton() {
  return (
    <div className="page">
      <Skeleton lines={6} />
    </div>
  );
}

type ProjectPageProps = {
  screen: InProject;
  project: ProjectSummary;
  refresh: () => Promise<void>;
};

function ProjectPage({ screen, project, refresh }: ProjectPageProps) {
  switch (screen.name) {
    case "home":
      return <HomePage project={project} refreshProject={refresh} />;
    case "keys":
      return <KeysPage project={project} />;
    case "jobs":
      return <JobsPage project={project} />;
    case "job":
      return <JobPage key={screen.sessionId} project={project} sessionId={screen.sessionId} />;
    case "changes":
      return <ChangesPage project={project} />;
    case "change":
      return <ChangePage key={screen.number} project={project} number={screen.number} />;
    case "ask":
      return <AskPage project={project} />;
    case "insights":
      return <InsightsPage project={project} tab={screen.tab} item={screen.item} />;
    case "automations":
      return <AutomationsPage project={project} item={screen.item} isEdited={screen.isEdited} />;
    case "settings":
      return <SettingsPage project={project} refreshProject={refresh} />;
    default:
      return <NotFoundPage />;
  }
}

const sections: readonly ProjectScreen[] = [
  "ask",
  "insights",
  "jobs",
  "changes",
  "automations",
  "keys",
  "settings",
];

function sectionOf({ name }: InProject): ProjectScreen {
  if (name === "job") return "jobs";
  if (name === "change") return "changes";
  return sections.find((section) => section === name) ?? "home";
}
