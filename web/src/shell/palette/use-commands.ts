import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { api } from "../../api.ts";
import { shorten } from "../../format.ts";
import { messageOf } from "../../message-of.ts";
import { useRouter } from "../../router.tsx";
import { paths } from "../../routes.ts";
import { useSession } from "../../session.tsx";
import { useTheme } from "../../theme.ts";
import { useToast } from "../../ui/toast.tsx";
import { useMay } from "../../use-may.ts";
import { docsOf } from "../docs-of.ts";
import { sections } from "../sections.ts";
import { looks } from "../theme-looks.ts";
import type { Command } from "./command.ts";

const longestLabel = 80;

/** Everything there is to go to and to do, for whoever is logged in; `typed` can be asked as a question. */
export function useCommands(
  project: ProjectSummary,
  projects: ProjectSummary[],
  typed: string,
): { pages: Command[]; rest: Command[] } {
  const { navigate } = useRouter();
  const actions = useActions(project);
  const go = sections.map(({ screen, label, icon }) => ({
    id: `go-${screen}`,
    group: "Go to",
    label,
    icon,
    run: () => navigate(paths.section(project.domain, screen)),
  }));
  const others = projects
    .filter(({ id }) => id !== project.id)
    .map(({ id, name, domain }) => ({
      id: `project-${id}`,
      group: "Projects",
      label: name,
      note: domain,
      icon: "folder" as const,
      run: () => navigate(paths.home(domain)),
    }));
  const question = typed.trim();
  const ask: Command[] = question
    ? [
        {
          id: "ask",
          group: "Ask",
          label: `Ask “${shorten(question, longestLabel)}”`,
          words: question,
          icon: "chat",
          run: () =>
            navigate(
              `${paths.section(project.domain, "ask")}?${new URLSearchParams({ q: question })}`,
            ),
        },
      ]
    : [];
  return { pages: go, rest: [...actions, ...others, ...ask] };
}

function useActions({ domain, ...project }: ProjectSummary): Command[] {
  const { navigate } = useRouter();
  const { refresh } = useSession();
  const [, setTheme] = useTheme();
  const say = useToast();
  const mayEdit = useMay("editor");
  const attempt = (act: () => Promise<string>) => () =>
    void act().then(say, (error) => say(messageOf(error)));
  const make = (
    id: string,
    label: string,
    icon: Command["icon"],
    rest: Pick<Command, "run" | "words">,
  ) => ({
    id,
    group: "Do",
    label,
    icon,
    ...rest,
  });
  const open = (address: string) => () => void window.open(address, "_blank", "noreferrer");
  const editing = [
    make("new-job", "New job", "plus", {
      words: "start write edit agent",
      run: () => navigate(`${paths.section(domain, "jobs")}?new=1`),
    }),
    make("create-key", "Create key", "key", {
      words: "new token api",
      run: () => navigate(`${paths.section(domain, "keys")}?new=1`),
    }),
    make("sync", "Sync now", "sync", {
      words: "refresh read pull update",
      run: attempt(async () => {
        await api.sync(domain);
        return "The docs are up to date.";
      }),
    }),
  ];
  const always = [
    make("docs", "Open the docs", "file", {
      words: "site pages",
      run: open(docsOf({ domain, ...project })),
    }),
    make("reference", "Open the API reference", "list", {
      words: "openapi endpoints",
      run: open("/reference"),
    }),
    ...looks.map(({ theme, label, icon }) =>
      make(`theme-${theme}`, theme === "system" ? label : `Theme: ${label}`, icon, {
        words: "appearance colours",
        run: () => setTheme(theme),
      }),
    ),
    make("log-out", "Log out", "exit", {
      words: "sign out leave",
      run: attempt(async () => {
        await api.logOut();
        await refresh();
        return "You are logged out.";
      }),
    }),
  ];
  return [...(mayEdit ? editing : []), ...always];
}
