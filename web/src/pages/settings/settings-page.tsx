import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import type { ProjectSettings } from "../../../../src/contract/project-settings.ts";
import { api } from "../../api.ts";
import { useResource } from "../../resource.tsx";
import { LoadFailed, Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useMay } from "../../use-may.ts";
import { ExtraPathsCard } from "../home/extra-paths-card.tsx";
import { GeneralSection } from "./general-section.tsx";
import { JobSourceSection } from "./job-source-section.tsx";
import { LimitSection } from "./limit-section.tsx";
import { ModelSection } from "./model-section.tsx";
import { ServerSection } from "./server-section.tsx";
import { SourceSection } from "./source-section.tsx";

type SettingsPageProps = { project: ProjectSummary; refreshProject: () => Promise<void> };

const parts = [
  { id: "general", label: "Project" },
  { id: "sources", label: "Sources" },
  { id: "models", label: "Models" },
  { id: "limits", label: "Limits and retention" },
  { id: "jobs", label: "What jobs edit" },
];

/** Everything that is set for a project, and below it for the whole deployment. */
export function SettingsPage({ project, refreshProject }: SettingsPageProps) {
  const { domain } = project;
  const mayChange = useMay("owner");
  const { data, error, reload, replace } = useResource(`settings ${domain}`, () =>
    api.projectSettings(domain),
  );
  const onSaved = (next: ProjectSettings) => {
    replace(next);
    void refreshProject();
  };
  const form = { mayChange, onSaved, reload: () => void reload() };
  const shown = mayChange ? [...parts, { id: "server", label: "This server" }] : parts;
  return (
    <Page
      title="Settings"
      lead="What is saved here counts at once, unless it says otherwise. What the environment of the server sets wins."
    >
      {!mayChange && <Notice>Only an owner can change settings.</Notice>}
      {error !== undefined && <LoadFailed error={error} retry={reload} />}
      {!data && error === undefined && <Skeleton lines={8} />}
      {data && (
        <div className="settings">
          <nav className="settings-nav" aria-label="Settings">
            {shown.map(({ id, label }) => (
              <a key={id} href={`#${id}`}>
                {label}
              </a>
            ))}
          </nav>
          <div className="stack">
            <div id="general">
              <GeneralSection settings={data} {...form} />
            </div>
            <div id="sources">
              <SourceSection settings={data} {...{ project, mayChange, refreshProject }} />
            </div>
            <div id="models">
              <ModelSection settings={data} {...form} />
            </div>
            <div id="limits">
              <LimitSection settings={data} {...form} />
            </div>
            <div id="jobs" className="stack">
              <JobSourceSection settings={data} {...form} />
              <ExtraPathsCard project={project} refreshProject={refreshProject} />
            </div>
            {mayChange && (
              <div id="server" className="stack">
                <ServerSection onSaved={() => void reload()} />
              </div>
            )}
          </div>
        </div>
      )}
    </Page>
  );
}
