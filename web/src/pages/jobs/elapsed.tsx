import { useEffect, useState } from "react";
import { duration } from "../../format.ts";

type ElapsedProps = {
  /** As the server said when it was asked last. */
  ms: number;
  isRunning: boolean;
};

/** How long a job has been at work; it goes on by itself while the job runs. */
export function Elapsed({ ms, isRunning }: ElapsedProps) {
  const [told, setTold] = useState({ ms, at: performance.now() });
  const [now, setNow] = useState(told.at);
  if (told.ms !== ms) setTold({ ms, at: performance.now() });
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(performance.now()), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  if (!isRunning) return <>{duration(ms)}</>;
  const sinceMs = Math.max(0, now - told.at);
  return <>{duration(Math.floor((ms + sinceMs) / 1_000) * 1_000)}</>;
}
