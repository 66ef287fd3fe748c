import { useEffect, useState } from "react";
import { fullDate, fullTime, relativeTime } from "../format.ts";

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

/** The date, where how long ago it was says less; the exact time on hover. */
export function Day({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={fullTime(iso)}>
      {fullDate(iso)}
    </time>
  );
}
