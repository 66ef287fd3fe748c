import type { ReactNode } from "react";
import { Link } from "../router.tsx";
import { usePageTitle } from "../use-page-title.ts";
import { Icon } from "./icon.tsx";

type PageProps = {
  title: string;
  /** What the browser's tab says, where that is more than the title. */
  tabTitle?: string | undefined;
  /** Shown above the title, as the way back. */
  back?: { to: string; label: string };
  lead?: ReactNode;
  actions?: ReactNode;
  /** As wide as the window allows, for code beside code. */
  isWide?: boolean;
  children: ReactNode;
};

export function Page(props: PageProps) {
  const { title, tabTitle = title, back, lead, actions, isWide = false, children } = props;
  usePageTitle(tabTitle);
  return (
    <div className={isWide ? "page page-wide" : "page"}>
      <header className="page-head">
        <div className="page-head-text">
          {back && (
            <Link to={back.to} className="back">
              <Icon name="left" size={14} />
              {back.label}
            </Link>
          )}
          <h1>{title}</h1>
          {lead && <div className="lead">{lead}</div>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
