import { setTimeout as sleep } from "node:timers/promises";

/** Asks a forge anew without letting it hold anybody up. */
export type PatientLooks = (key: string, look: () => Promise<void>) => Promise<void>;

/**
 * Looks under one key are shared while one runs. Whoever asks waits a moment for it, and not at all while the last one
 * is later than that: a host that hangs costs one wait, and the rest is told as it was last seen. A failure is given to `onFailure`.
 */
export function patientLooks(
  patienceMs: number,
  onFailure: (error: unknown) => void,
): PatientLooks {
  const running = new Map<string, Promise<void>>();
  const late = new Set<string>();
  return async (key, look) => {
    const begun = running.get(key);
    const looking = begun ?? start(key, look);
    if (late.has(key)) return;
    const timer = new AbortController();
    const isLate = await Promise.race([
      looking.then(() => false),
      sleep(patienceMs, true, { signal: timer.signal, ref: false }).catch(() => false),
    ]);
    timer.abort();
    if (isLate) late.add(key);
  };

  function start(key: string, look: () => Promise<void>): Promise<void> {
    const looking = look()
      .then(() => void late.delete(key), onFailure)
      .finally(() => running.delete(key));
    running.set(key, looking);
    return looking;
  }
}
