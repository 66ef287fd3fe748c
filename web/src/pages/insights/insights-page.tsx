import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import type { InsightsTab } from "../../routes.ts";
import { FiguresPage } from "./figures-page.tsx";
import { GroupsPage } from "./groups/groups-page.tsx";
import "./insights.css";

type InsightsPageProps = { project: ProjectSummary; tab: InsightsTab; item: string };

/** What readers ask, how well the docs answer it, and where. */
export function InsightsPage({ project, tab, item }: InsightsPageProps) {
  switch (tab) {
    case "groups":
      return <GroupsPage project={project} groupId={item} />;
    default:
      return <FiguresPage project={project} />;
  }
}
