import type { ReactNode } from "react";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { Link, useRouter } from "../../router.tsx";
import { type InsightsTab, paths } from "../../routes.ts";
import { Page } from "../../ui/page.tsx";
import { rangeOf } from "./range.ts";

type InsightsFrameProps = {
  project: ProjectSummary;
  tab: InsightsTab;
  actions?: ReactNode;
  children: ReactNode;
};

const tabs: { tab: InsightsTab; label: string }[] = [
  { tab: "figures", label: "Figures" },
  { tab: "questions", label: "Questions" },
  { tab: "groups", label: "Groups" },
  { tab: "pages", label: "Pages" },
];

/** The title of the insights and the way between their parts. */
export function InsightsFrame({ project, tab, actions, children }: InsightsFrameProps) {
  const { search } = useRouter();
  const current = tabs.find((one) => one.tab === tab)?.label ?? "";
  return (
    <Page
      title="Insights"
      tabTitle={tab === "figures" ? "Insights" : `${current} · Insights`}
      lead="What readers ask, how well the docs answer it, and where they do not."
      actions={actions}
    >
      <nav className="tabs" aria-label="Insights">
        {tabs.map(({ tab: one, label }) => (
          <Link
            key={one}
            to={paths.insights(project.domain, one) + rangeOf(search)}
            aria-current={one === tab ? "page" : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </Page>
  );
}
