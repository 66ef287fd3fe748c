import type { ProjectSummary } from "../../../src/contract/dashboard.ts";
import { useRouter } from "../router.tsx";
import { paths } from "../routes.ts";
import { Icon } from "../ui/icon.tsx";
import { Menu } from "../ui/menu.tsx";

type ProjectSwitchProps = { project: ProjectSummary; projects: ProjectSummary[] };

export function ProjectSwitch({ project, projects }: ProjectSwitchProps) {
  const { navigate } = useRouter();
  const face = (
    <>
      <span className="project-mark" aria-hidden="true">
        {project.name.slice(0, 1).toUpperCase()}
      </span>
      <span className="project-names">
        <span className="project-name">{project.name}</span>
        <span className="project-domain">{project.domain}</span>
      </span>
    </>
  );
  if (projects.length < 2) return <div className="project-face">{face}</div>;
  const items = projects.map((one) => ({
    label: one.name,
    note: one.domain,
    isChecked: one.id === project.id,
    onSelect: () => navigate(paths.home(one.domain)),
  }));
  return (
    <Menu
      label="Choose another project"
      buttonClass="project-face project-button"
      groups={[items]}
      button={
        <>
          {face}
          <Icon name="down" size={14} />
        </>
      }
    />
  );
}
