import { useEffect } from "react";
import { useLatest } from "./use-latest.ts";

/** Calls `action` every so often while `isActive` and the tab is in sight, and on coming back to it. */
export function usePolling(isActive: boolean, everyMs: number, action: () => void) {
  const tick = useLatest(() => {
    if (document.visibilityState === "visible") action();
  });
  useEffect(() => {
    if (!isActive) return;
    const timer = setInterval(tick, everyMs);
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, [isActive, everyMs, tick]);
}
