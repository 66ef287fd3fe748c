import { useSyncExternalStore } from "react";

/** Whether the tab is in sight. */
export function useVisible(): boolean {
  return useSyncExternalStore(subscribe, isVisible);
}

export function isVisible(): boolean {
  return document.visibilityState === "visible";
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener("visibilitychange", onChange);
  return () => document.removeEventListener("visibilitychange", onChange);
}
