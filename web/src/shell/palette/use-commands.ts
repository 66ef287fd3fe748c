import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { shorten } from "../../format.ts";
import { useRouter } from "../../router.tsx";
import { paths } from "../../routes.ts";
import { peopleLabels } from "../people-labels.ts";
import { sections } from "../sections.ts";
import { usePeopleScreens } from "../use-people-screens.ts";
import type { Command } from "./command.ts";
import { useOwnActions, useProjectActions } from "./use-actions.ts";

const longestLabel = 80;

type Place = { project: ProjectSummary | undefined; projects: ProjectSummary[] };

/** Everything there is to go to and to do, for whoever is logged in; `typed` can be asked as a question. */
export function useCommands(
  { project, projects }: Place,
  typed: string,
): { pages: Command[]; rest: Command[] } {
  const { navigate } = useRouter();
  const actions = [...useProjectActions(project), ...useOwnActions()];
  const people = usePeopleScreens().map((screen) => ({
    ...peopleLabels[screen],
    id: `people-${screen}`,
    group: "People",
    words: peopleWords[screen],
    run: () => navigate(paths.people(screen)),
  }));
  const others = projects
    .filter(({ id }) => id !== project?.id)
    .map(({ id, name, domain }) => ({
      id: `project-${id}`,
      group: "Projects",
      label: name,
      note: domain,
      icon: "folder" as const,
      run: () => navigate(paths.home(domain)),
    }));
  if (!project) return { pages: others, rest: [...people, ...actions] };
  const go = sections.map(({ screen, label, icon }) => ({
    id: `go-${screen}`,
    group: "Go to",
    label,
    icon,
    run: () => navigate(paths.section(project.domain, screen)),
  }));
  const ask = questionOf(typed, (question) =>
    navigate(`${paths.section(project.domain, "ask")}?${new URLSearchParams({ q: question })}`),
  );
  return { pages: go, rest: [...actions, ...people, ...others, ...ask] };
}

const peopleWords = {
  account: "profile password email sessions",
  members: "users team invite invitation roles",
  activity: "audit log history who did what",
};

function questionOf(typed: string, run: (question: string) => void): Command[] {
  const question = typed.trim();
  if (question === "") return [];
  return [
    {
      id: "ask",
      group: "Ask",
      label: `Ask “${shorten(question, longestLabel)}”`,
      words: question,
      icon: "chat",
      run: () => run(question),
    },
  ];
}
