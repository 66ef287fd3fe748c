import { useState } from "react";
import type { ProjectSummary } from "../../../src/contract/dashboard.ts";
import { api } from "../api.ts";
import { useRouter } from "../router.tsx";
import { paths } from "../routes.ts";
import { useSession } from "../session.tsx";
import { useTheme } from "../theme.ts";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { Menu } from "../ui/menu.tsx";
import { useToast } from "../ui/toast.tsx";
import { docsOf } from "./docs-of.ts";
import { peopleLabels } from "./people-labels.ts";
import { looks } from "./theme-looks.ts";
import { usePeopleScreens } from "./use-people-screens.ts";

function nameIn({ name, role }: { name: string; role: string | null }): string {
  return name || (role ? role.slice(0, 1).toUpperCase() + role.slice(1) : "");
}

const stayed = "Logging out did not work. Try again.";

/** Theme, version and the ways out. */
export function AccountMenu({ project }: { project?: ProjectSummary }) {
  const [theme, setTheme] = useTheme();
  const [isAsking, setAsking] = useState(false);
  const { state, leave } = useSession();
  const { navigate } = useRouter();
  const say = useToast();
  const themes = looks.map(({ theme: value, label, icon }) => ({
    label,
    icon,
    isChecked: value === theme,
    onSelect: () => setTheme(value),
  }));
  const logOut = async () => {
    await leave(api.logOut).catch(() => say(stayed));
  };
  const exits = [
    { label: "Log out", icon: "exit" as const, onSelect: logOut },
    { label: "Log out everywhere", icon: "lock" as const, onSelect: () => setAsking(true) },
  ];
  const people = usePeopleScreens().map((screen) => ({
    ...peopleLabels[screen],
    onSelect: () => navigate(paths.people(screen)),
  }));
  const help = [
    ...(project
      ? [{ label: "Docs", note: project.name, icon: "file" as const, href: docsOf(project) }]
      : []),
    { label: "API reference", icon: "list" as const, href: "/reference" },
  ];
  const name = state.status === "ready" ? nameIn(state.session) : "";
  const version = state.status === "ready" ? state.session.version : "";
  return (
    <div className="account">
      <Menu
        label="Settings and log out"
        buttonClass="account-button"
        side="above"
        groups={[people, themes, help, exits]}
        button={
          <>
            <Icon name="person" />
            <span className="account-name">{name}</span>
            <span className="account-version">{version && `v${version}`}</span>
          </>
        }
      />
      {isAsking && <LogOutEverywhere onClose={() => setAsking(false)} />}
    </div>
  );
}

function LogOutEverywhere({ onClose }: { onClose: () => void }) {
  const { leave } = useSession();
  const say = useToast();
  return (
    <ConfirmDialog
      title="Log out everywhere?"
      action="Log out everywhere"
      look="danger"
      isBusy={false}
      error=""
      onConfirm={() => void leave(api.logOutEverywhere).catch(() => say(stayed))}
      onClose={onClose}
    >
      <p>
        Every browser in which you are logged in has to log in again, this one included. API keys
        and running jobs are not affected.
      </p>
    </ConfirmDialog>
  );
}
