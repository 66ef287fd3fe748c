import type { AgentSession, HaultReason } from "../../../../src/contract/jobs.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import type { IconName } from "../../ui/icon.tsx";
import { isWaiting } from "./is-waiting.ts";

type Look = { label: string; tone: Tone; icon?: IconName };

const looks: Record<HaultReason, Look> = {
  processing: { label: "Running", tone: "accent" },
  completed: { label: "Completed", tone: "good", icon: "check" },
  error: { label: "Failed", tone: "bad", icon: "alert" },
  interrupted: { label: "Cancelled", tone: "neutral", icon: "stop" },
  github_missconfigured: { label: "Refused", tone: "warn", icon: "lock" },
};

export function JobStatus({ session }: { session: AgentSession }) {
  const { label, tone, icon } = looks[session.haultReason];
  if (isWaiting(session)) {
    return (
      <Badge tone="neutral" icon="clock">
        Waiting
      </Badge>
    );
  }
  if (!session.haulted) {
    return (
      <Badge tone="accent" isLive>
        Running
      </Badge>
    );
  }
  return icon ? (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  ) : (
    <Badge tone={tone}>{label}</Badge>
  );
}
