import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { useMay } from "../../use-may.ts";
import { AutomationList } from "./automation-list.tsx";
import { AutomationPage } from "./automation-page.tsx";
import { EditPage, NewPage } from "./form/form-pages.tsx";
import "./automations.css";

type AutomationsPageProps = { project: ProjectSummary; item: string; isEdited: boolean };

/** Jobs that start by themselves: what starts them, and what came of it. */
export function AutomationsPage({ project: { domain }, item, isEdited }: AutomationsPageProps) {
  const mayChange = useMay("editor");
  if (item === "" || (item === "new" && !mayChange)) return <AutomationList domain={domain} />;
  if (item === "new") return <NewPage domain={domain} />;
  if (isEdited && mayChange) return <EditPage domain={domain} automationId={item} />;
  return <AutomationPage domain={domain} automationId={item} />;
}
