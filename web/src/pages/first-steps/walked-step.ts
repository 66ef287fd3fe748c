import { useSyncExternalStore } from "react";

export const stepNames = ["docs", "ask", "model", "forge", "job", "chat"] as const;
export type StepName = (typeof stepNames)[number];

const listeners = new Set<() => void>();
const keyOf = (domain: string) => `docent first step ${domain}`;

/** The step somebody has set out for in this tab, so that its page says so, also after a reload; whether it is done is the server's to say. */
export function useWalkedStep(domain: string): StepName | undefined {
  const name = useSyncExternalStore(subscribe, () => read(keyOf(domain)));
  return stepNames.find((step) => step === name);
}

/** Undefined: the steps are left. */
export function walkStep(domain: string, step: StepName | undefined): void {
  try {
    if (step === undefined) window.sessionStorage.removeItem(keyOf(domain));
    else window.sessionStorage.setItem(keyOf(domain), step);
  } catch {
    // Without storage the page is shown all the same, without the way back above it.
  }
  for (const tell of listeners) tell();
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

function read(key: string): string {
  try {
    return window.sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}
