import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { api } from "../../api.ts";
import { messageOf } from "../../message-of.ts";
import { useRouter } from "../../router.tsx";
import { paths } from "../../routes.ts";
import { useSession } from "../../session.tsx";
import { useTheme } from "../../theme.ts";
import { useToast } from "../../ui/toast.tsx";
import { useMay } from "../../use-may.ts";
import { docsOf } from "../docs-of.ts";
import { looks } from "../theme-looks.ts";
import type { Command } from "./command.ts";

/** What whoever is logged in can do anywhere. */
export function useOwnActions(): Command[] {
  const { leave } = useSession();
  const [, setTheme] = useTheme();
  const attempt = useAttempt();
  return [
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
        await leave(api.logOut);
        return "You are logged out.";
      }),
    }),
  ];
}

/** What can be done in the project that is open. */
export function useProjectActions(project: ProjectSummary | undefined): Command[] {
  const { navigate } = useRouter();
  const mayEdit = useMay("editor");
  const attempt = useAttempt();
  if (!project) return [];
  const { domain } = project;
  const editing = [
    make("new-job", "New job", "plus", {
      words: "start write edit agent",
      run: () => navigate(`${paths.section(domain, "jobs")}?new=1`),
    }),
    make("new-automation", "New automation", "automation", {
      words: "schedule cron trigger code push",
      run: () => navigate(paths.automations(domain, "new")),
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
  const docs = make("docs", "Open the docs", "file", {
    words: "site pages",
    run: open(docsOf(project)),
  });
  return [...(mayEdit ? editing : []), docs];
}

function useAttempt() {
  const say = useToast();
  return (act: () => Promise<string>) => () =>
    void act().then(say, (error) => say(messageOf(error)));
}

function make(
  id: string,
  label: string,
  icon: Command["icon"],
  rest: Pick<Command, "run" | "words">,
): Command {
  return { id, group: "Do", label, icon, ...rest };
}

function open(address: string) {
  return () => void window.open(address, "_blank", "noreferrer");
}
