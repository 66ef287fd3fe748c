import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import type { ProjectSettings } from "../../../../src/contract/project-settings.ts";
import { api } from "../../api.ts";
import { useResource } from "../../resource.tsx";
import { useRouter } from "../../router.tsx";
import { LoadFailed, Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useMay } from "../../use-may.ts";
import { ExtraPathsCard } from "../home/extra-paths-card.tsx";
import { GeneralSection } from "./general-section.tsx";
import { JobSourceSection } from "./job-source-section.tsx";
import { LimitSection } from "./limit-section.tsx";
import { ModelSection } from "./model-section.tsx";
import { ReaderSection } from "./reader-section.tsx";
import { ServerSection } from "./server-section.tsx";
import { SettingsNav, type SettingsPart, settingsPart } from "./settings-nav.tsx";
import { SourceSection } from "./source-section.tsx";

type SettingsPageProps = { project: ProjectSummary; refreshProject: () => Promise<void> };

/** Everything that is set for a project, and for the whole deployment. */
export function SettingsPage({ project, refreshProject }: SettingsPageProps) {
  const { search } = useRouter();
  const isOwner = useMay("owner");
  const part = settingsPart(search, isOwner);
  const { data, error, reload, replace } = useResource(`settings ${project.domain}`, () =>
    api.projectSettings(project.domain),
  );
  const onSaved = (next: ProjectSettings) => {
    replace(next);
    void refreshProject();
  };
  return (
    <Page
      title="Settings"
      lead="What is saved here counts at once, unless it says otherwise. What the environment of the server sets wins."
    >
      {!isOwner && <Notice>Only an owner can change settings.</Notice>}
      {error !== undefined && <LoadFailed error={error} retry={reload} />}
      {!data && error === undefined && <Skeleton lines={8} />}
      {data && (
        <div className="settings">
          <SettingsNav current={part} isOwner={isOwner} />
          <div className="stack">
            <Part
              {...{ part, project, refreshProject, onSaved }}
              settings={data}
              mayChange={isOwner}
              reload={() => void reload()}
            />
          </div>
        </div>
      )}
    </Page>
  );
}

type PartProps = SettingsPageProps & {
  part: SettingsPart;
  settings: ProjectSettings;
  mayChange: boolean;
  onSaved: (next: ProjectSettings) => void;
  reload: () => void;
};

function Part({ part, project, refreshProject, ...form }: PartProps) {
  const { settings, mayChange, reload } = form;
  switch (part) {
    case "project":
      return <GeneralSection {...form} />;
    case "reader":
      return <ReaderSection {...form} project={project} />;
    case "sources":
      return <SourceSection {...{ project, settings, mayChange, refreshProject }} />;
    case "models":
      return <ModelSection {...form} />;
    case "limits":
      return <LimitSection {...form} />;
    case "jobs":
      return (
        <>
          <JobSourceSection {...form} />
          <ExtraPathsCard project={project} refreshProject={refreshProject} />
        </>
      );
    case "server-models":
      return <ServerSection groups={["models", "embedder"]} onSaved={reload} />;
    case "server-limits":
      return <ServerSection groups={["ceilings", "jobs", "answers"]} onSaved={reload} />;
    case "server-more":
      return <ServerSection groups={["pulls", "retention"]} onSaved={reload} />;
  }
}
