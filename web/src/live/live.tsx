import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { LiveTopic, Versions } from "../../../src/contract/live.ts";
import { api } from "../api.ts";
import { useSession } from "../session.tsx";
import { followVersions } from "./follow-versions.ts";
import { takeStreamSlot } from "./stream-slot.ts";
import { useVisible } from "./use-visible.ts";

type Heard = { scope: string; versions: Versions };
const LiveContext = createContext<Heard | undefined>(undefined);

/** One connection for everything on the page that is kept up to date, and none while the tab is out of sight. */
export function Live({ domain = "", children }: { domain?: string; children: ReactNode }) {
  const { expire } = useSession();
  const isVisible = useVisible();
  const [heard, setHeard] = useState<Heard | undefined>(undefined);
  useEffect(() => {
    if (!isVisible) return;
    const leave = new AbortController();
    void followVersions({
      openStream: (signal) => api.openVersions(domain, signal),
      read: (signal) => api.versions(domain, signal),
      takeSlot: takeStreamSlot,
      onVersions: (versions) => setHeard({ scope: domain, versions }),
      onRefused: ({ status }) => status === 401 && expire(),
      signal: leave.signal,
    });
    return () => leave.abort();
  }, [domain, isVisible, expire]);
  return <LiveContext value={heard?.scope === domain ? heard : undefined}>{children}</LiveContext>;
}

/** A text that differs when something about the topics has; undefined until the server has been heard. */
export function useVersion(topics: readonly LiveTopic[]): string | undefined {
  const heard = useContext(LiveContext);
  if (heard === undefined || topics.length === 0) return undefined;
  const { scope, versions } = heard;
  return [scope, ...topics.map((topic) => versions[topic] ?? "")].join(" ");
}
