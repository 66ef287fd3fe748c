import type { ReactNode } from "react";
import { Link } from "../../router.tsx";
import { type PeopleScreen, paths } from "../../routes.ts";
import { AccountMenu } from "../../shell/account-menu.tsx";
import { Logo } from "../../ui/logo.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { useMay } from "../../use-may.ts";
import { AccountPage } from "./account-page.tsx";
import { ActivityPage } from "./activity-page.tsx";
import { MembersPage } from "./members-page.tsx";

const labels: Record<PeopleScreen, string> = {
  account: "Your account",
  members: "Members",
  activity: "Activity",
};

/** The pages about people: one's own account, and for owners who is here and what they did. */
export function PeoplePages({ screen }: { screen: PeopleScreen }) {
  const isOwner = useMay("owner");
  const shown: PeopleScreen[] = isOwner ? ["account", "members", "activity"] : ["account"];
  return (
    <PeopleFrame screen={screen} shown={shown}>
      {screen === "account" && <AccountPage />}
      {screen !== "account" && !isOwner && <OwnersOnly title={labels[screen]} />}
      {screen === "members" && isOwner && <MembersPage />}
      {screen === "activity" && isOwner && <ActivityPage />}
    </PeopleFrame>
  );
}

function PeopleFrame(props: { screen: PeopleScreen; shown: PeopleScreen[]; children: ReactNode }) {
  const { screen, shown, children } = props;
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
              {labels[name]}
            </Link>
          ))}
        </nav>
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
