import { useEffect, useState } from "react";
import type { JobTemplate } from "./new-job-dialog.tsx";

type Arrived = { template: JobTemplate | undefined; leave: () => void };

/** A task from another page arrives in the history's state, and is offered once. */
export function useArrivedTask(): Arrived {
  const [template, setTemplate] = useState(() => templateIn(window.history.state));
  useEffect(() => {
    if (templateIn(window.history.state)) window.history.replaceState(null, "");
  }, []);
  return { template, leave: () => setTemplate(undefined) };
}

function templateIn(state: unknown): JobTemplate | undefined {
  if (typeof state !== "object" || state === null || !("instruction" in state)) return undefined;
  const { instruction } = state;
  if (typeof instruction !== "string" || instruction.trim() === "") return undefined;
  const draftName = `job about ${instruction.slice(0, 200)}`;
  return { title: "New job", draftName, instruction, asDraft: false, model: "sonnet" };
}
