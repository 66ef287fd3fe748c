import { useState } from "react";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const storageKey = "docent-theme";

/** Puts the theme chosen earlier on the page; called before the first paint. */
export function applyStoredTheme(): void {
  apply(readTheme());
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(readTheme);
  const choose = (next: Theme) => {
    writeStored(storageKey, next);
    apply(next);
    setTheme(next);
  };
  return [theme, choose];
}

/** Storage may be switched off in a browser; choices then last as long as the page. */
export function readStored(key: string): string {
  try {
    return window.localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

export function writeStored(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value);
  } catch (error) {
    console.warn("A choice could not be remembered.", error);
  }
}

function readTheme(): Theme {
  const stored = readStored(storageKey);
  return themes.find((theme) => theme === stored) ?? "system";
}

function apply(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
