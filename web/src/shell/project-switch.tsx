import { type ReactNode, useState } from "react";
import type { ProjectSummary } from "../../../src/contract/dashboard.ts";
import { ProjectRows } from "../pages/projects/project-rows.tsx";
import { useRouter } from "../router.tsx";
import { paths } from "../routes.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { Menu } from "../ui/menu.tsx";

type ProjectSwitchProps = { project: ProjectSummary; projects: ProjectSummary[] };

/** More than this many are searched, not read. */
const mostInMenu = 7;

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
  if (projects.length > mostInMenu)
    return <ProjectChooser project={project} projects={projects} face={face} />;
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

type ProjectChooserProps = ProjectSwitchProps & { face: ReactNode };

function ProjectChooser({ project, projects, face }: ProjectChooserProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className="menu">
      <button
        type="button"
        className="project-face project-button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {face}
        <span className="visually-hidden">: choose another project</span>
        <Icon name="down" size={14} />
      </button>
      {isOpen && (
        <Dialog title="Choose a project" onClose={close}>
          <div className="dialog-body project-chooser">
            <ProjectRows projects={projects} currentId={project.id} onChoose={close} />
          </div>
        </Dialog>
      )}
    </div>
  );
}
