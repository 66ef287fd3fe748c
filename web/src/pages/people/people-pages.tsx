import type { ReactNode } from "react";
import { api } from "../../api.ts";
import { useResource } from "../../resource.tsx";
import { Link } from "../../router.tsx";
import { type PeopleScreen, paths } from "../../routes.ts";
import { AccountMenu } from "../../shell/account-menu.tsx";
import { PaletteButton } from "../../shell/palette-button.tsx";
import { peopleLabels } from "../../shell/people-labels.ts";
import { usePeopleScreens } from "../../shell/use-people-screens.ts";
import { Logo } from "../../ui/logo.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { useMay } from "../../use-may.ts";
import { AccountPage } from "./account-page.tsx";
import { ActivityPage } from "./activity-page.tsx";
import { MembersPage } from "./members-page.tsx";

/** The pages about people: one's own account, and for owners who is here and what they did. */
export function PeoplePages({ screen }: { screen: PeopleScreen }) {
  const isOwner = useMay("owner");
  return (
    <PeopleFrame screen={screen}>
      {screen === "account" && <AccountPage />}
      {screen !== "account" && !isOwner && <OwnersOnly title={peopleLabels[screen].label} />}
      {screen === "members" && isOwner && <MembersPage />}
      {screen === "activity" && isOwner && <ActivityPage />}
    </PeopleFrame>
  );
}

function PeopleFrame({ screen, children }: { screen: PeopleScreen; children: ReactNode }) {
  const shown = usePeopleScreens();
  const { data } = useResource("projects", api.projects);
  return (
    <div className="people">
      <header className="people-head">
        <Link to={paths.projects()} className="brand" aria-label="Docent, projects">
          <Logo />
          <span className="brand-name">Docent</span>
        </Link>
        <nav className="people-nav" aria-label="People">
          {shown.map((name) => (
            <Link
              key={name}
              to={paths.people(name)}
              className="people-link"
              aria-current={name === screen ? "page" : undefined}
            >
              {peopleLabels[name].label}
            </Link>
          ))}
        </nav>
        <PaletteButton projects={data?.projects ?? []} />
        <AccountMenu />
      </header>
      <main id="main" className="people-main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function OwnersOnly({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Notice title="For owners">
        <p>Only an owner sees this page. Ask one of them.</p>
      </Notice>
    </Page>
  );
}
