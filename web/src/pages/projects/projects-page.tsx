import { useEffect } from "react";
import { api } from "../../api.ts";
import { useResource } from "../../resource.tsx";
import { useRouter } from "../../router.tsx";
import { paths } from "../../routes.ts";
import { AccountMenu } from "../../shell/account-menu.tsx";
import { PaletteButton } from "../../shell/palette-button.tsx";
import { PlainFrame } from "../../shell/plain-frame.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Empty } from "../../ui/empty.tsx";
import { LoadFailed } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { usePageTitle } from "../../use-page-title.ts";
import { ProjectRows } from "./project-rows.tsx";

/** The projects there are; with exactly one, there is nothing to choose. */
export function ProjectsPage() {
  usePageTitle("Projects");
  const { navigate } = useRouter();
  const { data, error, reload } = useResource("projects", api.projects, { live: ["project"] });
  const projects = data?.projects;
  const only = projects?.length === 1 ? projects[0] : undefined;
  useEffect(() => {
    if (only) navigate(paths.home(only.domain), { replace: true });
  }, [only, navigate]);
  if (only) return null;
  return (
    <PlainFrame isWide>
      <div className="projects-head">
        <h1>Projects</h1>
        <div className="projects-tools">
          <PaletteButton projects={projects ?? []} />
          <AccountMenu />
        </div>
      </div>
      {error !== undefined && <LoadFailed error={error} retry={reload} />}
      {!projects && error === undefined && <Skeleton lines={4} />}
      {projects?.length === 0 && <NoProject />}
      {projects && projects.length > 0 && <ProjectRows projects={projects} />}
    </PlainFrame>
  );
}

function NoProject() {
  return (
    <Empty icon="folder" title="No project yet">
      <p>A project is one documentation site. Add yours from a folder or a git repository:</p>
      <CodeBlock text="npx docent projects add --domain acme --docs ../acme-docs" />
    </Empty>
  );
}
