import { useEffect, useState } from "react";
import { fullTime, relativeTime } from "../format.ts";

/** "3 minutes ago", kept true while the page stays open; the exact time on hover. */
export function Time({ iso }: { iso: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={iso} title={fullTime(iso)}>
      {relativeTime(iso, now)}
    </time>
  );
}
