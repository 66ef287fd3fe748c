import type { Theme } from "../theme.ts";
import type { IconName } from "../ui/icon.tsx";

export const looks: { theme: Theme; label: string; icon: IconName }[] = [
  { theme: "system", label: "Theme of the system", icon: "screen" },
  { theme: "light", label: "Light", icon: "sun" },
  { theme: "dark", label: "Dark", icon: "moon" },
];
