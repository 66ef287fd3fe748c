export type Listener = {
  /** Resolves when the key was notified since the last wait, when the time is over, or when the listener was closed. */
  wait(timeoutMs: number): Promise<void>;
  close(): void;
};

/** Wakes readers of a log. One that no notice reaches finds new rows when its wait runs out. */
export type Wake = { notify(key: string): void; listen(key: string): Listener };

export function createWake(): Wake {
  const listeners = new Map<string, Set<() => void>>();
  return {
    notify(key) {
      for (const wakeUp of listeners.get(key) ?? []) wakeUp();
    },
    listen(key) {
      let pending = false;
      let resume: (() => void) | undefined;
      const wakeUp = () => {
        pending = true;
        resume?.();
      };
      const all = listeners.get(key) ?? new Set();
      listeners.set(key, all.add(wakeUp));
      return {
        async wait(timeoutMs) {
          if (!pending) await new Promise<void>((resolve) => wakeOrTimeOut(resolve));
          pending = false;

          function wakeOrTimeOut(resolve: () => void): void {
            const timer = setTimeout(resolve, timeoutMs);
            resume = () => {
              clearTimeout(timer);
              resolve();
            };
          }
        },
        close() {
          all.delete(wakeUp);
          if (all.size === 0 && listeners.get(key) === all) listeners.delete(key);
          wakeUp();
        },
      };
    },
  };
}
