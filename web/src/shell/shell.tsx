import type { ReactNode } from "react";
import type { ProjectSummary } from "../../../src/contract/dashboard.ts";
import { Link } from "../router.tsx";
import { type ProjectScreen, paths } from "../routes.ts";
import { Icon } from "../ui/icon.tsx";
import { Logo } from "../ui/logo.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { PaletteButton } from "./palette-button.tsx";
import { ProjectSwitch } from "./project-switch.tsx";
import { sections } from "./sections.ts";

type ShellProps = {
  project: ProjectSummary;
  projects: ProjectSummary[];
  section: ProjectScreen;
  children: ReactNode;
};

/** Everything around a project's page: who, where, and the way to the other pages. */
export function Shell({ project, projects, section, children }: ShellProps) {
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="side">
        <Link to={paths.home(project.domain)} className="brand" aria-label="Docent, overview">
          <Logo />
          <span className="brand-name">Docent</span>
        </Link>
        <ProjectSwitch project={project} projects={projects} />
        <PaletteButton project={project} projects={projects} />
        <nav className="nav" aria-label="Project">
          {sections.map(({ screen, label, icon }) => (
            <Link
              key={screen}
              to={paths.section(project.domain, screen)}
              className="nav-link"
              aria-current={screen === section ? "page" : undefined}
            >
              <Icon name={icon} />
              <span>{label}</span>
            </Link>
          ))}
        </nav>
        <AccountMenu project={project} />
      </header>
      <main id="main" className="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
