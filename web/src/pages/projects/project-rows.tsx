import { useState } from "react";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { count } from "../../format.ts";
import { Link } from "../../router.tsx";
import { paths } from "../../routes.ts";
import { Badge } from "../../ui/badge.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ListToolbar } from "../../ui/list-toolbar.tsx";
import { Time } from "../../ui/time.tsx";
import { findProjects } from "./find-projects.ts";

/** Below this, a glance is faster than a search. */
const manyProjects = 7;

type ProjectRowsProps = {
  projects: ProjectSummary[];
  /** The one that is open already. */
  currentId?: string;
  onChoose?: () => void;
};

/** One compact row for each project, with a field to search them where there are many. */
export function ProjectRows({ projects, currentId = "", onChoose }: ProjectRowsProps) {
  const [search, setSearch] = useState("");
  const found = findProjects(projects, search);
  return (
    <div>
      {projects.length >= manyProjects && (
        <ListToolbar
          label="Search projects"
          search={search}
          onSearch={setSearch}
          filters={[]}
          filter=""
          onFilter={() => undefined}
        />
      )}
      {found.length === 0 && <Empty icon="search" title={`No project for “${search}”`} isSmall />}
      <ul className="project-list" aria-label="Projects">
        {found.map((project) => (
          <ProjectRow
            key={project.id}
            project={project}
            isCurrent={project.id === currentId}
            onChoose={onChoose}
          />
        ))}
      </ul>
    </div>
  );
}

type ProjectRowProps = {
  project: ProjectSummary;
  isCurrent: boolean;
  onChoose: (() => void) | undefined;
};

function ProjectRow({ project, isCurrent, onChoose }: ProjectRowProps) {
  const isPublic = project.visibility === "public";
  return (
    <li>
      <Link
        to={paths.home(project.domain)}
        className="project-row"
        aria-current={isCurrent ? "page" : undefined}
        onClick={onChoose}
      >
        <span className="project-mark" aria-hidden="true">
          {project.name.slice(0, 1).toUpperCase()}
        </span>
        <span className="project-names">
          <span className="project-name">{project.name}</span>
          <span className="project-domain">
            {project.domain} · {count(project.pages, "page")} ·{" "}
            {project.syncedAt ? <Time iso={project.syncedAt} /> : "never synced"}
          </span>
        </span>
        <Badge icon={isPublic ? "globe" : "lock"}>{project.visibility}</Badge>
      </Link>
    </li>
  );
}
