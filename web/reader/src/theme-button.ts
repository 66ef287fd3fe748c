import { readKept, writeKept } from "./kept.ts";

const themes = ["system", "light", "dark"] as const;
type Theme = (typeof themes)[number];
const words: Record<Theme, string> = { system: "as the system", light: "light", dark: "dark" };
const key = "docent-theme";

/** One button for three choices: as the system, light, dark. */
export function startThemeButton(): void {
  const button = document.querySelector<HTMLButtonElement>("[data-theme-button]");
  if (!button) return;
  const name = button.querySelector("span");
  const show = (theme: Theme) => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    if (name) name.textContent = `Theme: ${words[theme]}`;
    button.title = `Theme: ${words[theme]}`;
  };
  let current: Theme = themes.find((theme) => theme === readKept(key)) ?? "system";
  show(current);
  button.hidden = false;
  button.addEventListener("click", () => {
    current = themes[(themes.indexOf(current) + 1) % themes.length] ?? "system";
    writeKept(key, current);
    show(current);
  });
}
