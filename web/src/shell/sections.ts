import type { ProjectScreen } from "../routes.ts";
import type { IconName } from "../ui/icon.tsx";

/** The pages of a project, in the order of its navigation. */
export const sections: { screen: ProjectScreen; label: string; icon: IconName }[] = [
  { screen: "home", label: "Overview", icon: "home" },
  { screen: "ask", label: "Ask", icon: "chat" },
  { screen: "insights", label: "Insights", icon: "chart" },
  { screen: "jobs", label: "Jobs", icon: "job" },
  { screen: "changes", label: "Changes", icon: "change" },
  { screen: "automations", label: "Automations", icon: "automation" },
  { screen: "keys", label: "API keys", icon: "key" },
  { screen: "settings", label: "Settings", icon: "settings" },
];
