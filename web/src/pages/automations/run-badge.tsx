import type { Automation, AutomationRun, RunResult } from "../../../../src/contract/automations.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import type { IconName } from "../../ui/icon.tsx";

type Look = { label: string; tone: Tone; icon: IconName };

const results: Record<RunResult, Look> = {
  changed: { label: "Changed", tone: "good", icon: "change" },
  nothing: { label: "Nothing to do", tone: "good", icon: "check" },
  failed: { label: "Failed", tone: "bad", icon: "alert" },
  cancelled: { label: "Cancelled", tone: "neutral", icon: "stop" },
  skipped: { label: "Skipped", tone: "neutral", icon: "right" },
};

/** What came of a run, or that it is still under way. */
export function RunBadge({ run }: { run: AutomationRun }) {
  if (run.state === "waiting")
    return (
      <Badge tone="warn" icon="clock">
        Waiting
      </Badge>
    );
  if (run.state === "working" || run.result === null)
    return (
      <Badge tone="accent" isLive>
        Working
      </Badge>
    );
  const { label, tone, icon } = results[run.result];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}

export function AutomationBadge({ automation }: { automation: Automation }) {
  const { state, error } = automation;
  if (state === "deleted") return <Badge>Deleted</Badge>;
  if (state === "paused") return <Badge icon="stop">Paused</Badge>;
  if (error !== "")
    return (
      <Badge tone="bad" icon="alert">
        Fault
      </Badge>
    );
  return (
    <Badge tone="good" icon="check">
      On
    </Badge>
  );
}
