import type { PeopleScreen } from "../routes.ts";
import type { IconName } from "../ui/icon.tsx";

/** The pages about people, as menus and titles call them. */
export const peopleLabels: Record<PeopleScreen, { label: string; icon: IconName }> = {
  account: { label: "Your account", icon: "person" },
  members: { label: "Members", icon: "list" },
  activity: { label: "Activity", icon: "clock" },
};
