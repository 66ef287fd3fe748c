import { useSyncExternalStore } from "react";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const storageKey = "docent-theme";
const watchers = new Set<() => void>();

/** Puts the theme chosen earlier on the page; called before the first paint. */
export function applyStoredTheme(): void {
  apply(readTheme());
}

/** The chosen theme, the same wherever it is shown and can be changed. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(watch, readTheme), choose];
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

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function choose(theme: Theme): void {
  writeStored(storageKey, theme);
  apply(theme);
  for (const watcher of watchers) watcher();
}

function readTheme(): Theme {
  const stored = readStored(storageKey) || document.documentElement.dataset.theme;
  return themes.find((theme) => theme === stored) ?? "system";
}

function apply(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
