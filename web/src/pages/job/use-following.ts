import { useEffect, useRef } from "react";
import type { JobView } from "./job-view.ts";

const nearPx = 160;

/** Keeps the newest line in sight of someone who has not scrolled away from the end of the page. */
export function useFollowing({ items, sent }: JobView, isRunning: boolean): void {
  const isNear = useRef(true);
  useEffect(() => {
    const look = () => {
      const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
      isNear.current = scrollHeight - clientHeight - scrollTop < nearPx;
    };
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new item is a reason to follow
  useEffect(() => {
    if (isRunning && isNear.current) window.scrollTo(0, document.documentElement.scrollHeight);
  }, [items, sent, isRunning]);
}
