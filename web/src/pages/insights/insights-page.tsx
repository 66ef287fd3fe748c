import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import type { InsightsTab } from "../../routes.ts";
import { FiguresPage } from "./figures-page.tsx";
import { GroupsPage } from "./groups/groups-page.tsx";
import { PagesPage } from "./pages-page.tsx";
import { QuestionsPage } from "./questions/questions-page.tsx";
import { ThreadPage } from "./questions/thread-page.tsx";
import "./insights.css";
import "./questions/questions.css";

type InsightsPageProps = { project: ProjectSummary; tab: InsightsTab; item: string };

/** What readers ask, how well the docs answer it, and where. */
export function InsightsPage({ project, tab, item }: InsightsPageProps) {
  switch (tab) {
    case "figures":
      return <FiguresPage project={project} />;
    case "questions":
      return item === "" ? (
        <QuestionsPage project={project} />
      ) : (
        <ThreadPage project={project} threadId={item} />
      );
    case "groups":
      return <GroupsPage project={project} groupId={item} />;
    case "pages":
      return <PagesPage project={project} />;
  }
}
