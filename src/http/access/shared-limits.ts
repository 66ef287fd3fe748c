import { createHash } from "node:crypto";
import type { Log } from "../../lib/log.ts";
import type { SharedLeft, SharedUse } from "../../store/access/shared-limits.ts";

/** A limit of this node that can be told what is left on all of them. */
export type NodeLimit<Of extends [caller: string, ...more: string[]]> = {
  take(...of: Of): void;
  setLeft(caller: string, left: number): void;
};

type Deps = {
  spend(uses: SharedUse[]): Promise<SharedLeft[]>;
  dropQuiet(): Promise<void>;
  log: Log;
};

type Pending = { perMinute: number; spent: number; tell(left: number): void };

const flushMs = 200;
const tidyMs = 600_000;
/** While the store is away, those who came last are remembered. */
const mostPending = 20_000;

/**
 * Lets limits hold over all nodes: each decides at once by what it knows, and tells the others several times a second what
 * was taken. Together they let through no more than a limit and what comes within that time.
 */
export function createSharedLimits({ spend, dropQuiet, log }: Deps) {
  let pending = new Map<string, Pending>();
  let isDue = false;
  let tidiedAt = performance.now();

  async function flush(): Promise<void> {
    const sent = pending;
    pending = new Map();
    try {
      const uses = [...sent].map(([caller, { perMinute, spent }]) => ({
        caller,
        perMinute,
        spent,
      }));
      for (const { caller, left } of await spend(uses))
        sent.get(caller)?.tell(left - (pending.get(caller)?.spent ?? 0));
      if (performance.now() - tidiedAt > tidyMs) await tidy();
    } catch (err) {
      log.debug({ err }, "what callers took could not be shared with other nodes");
      for (const [caller, one] of sent) add(caller, one);
    }
    isDue = false;
    if (pending.size > 0) flushSoon();
  }

  function flushSoon(): void {
    if (!isDue) setTimeout(flush, flushMs).unref();
    isDue = true;
  }

  async function tidy(): Promise<void> {
    tidiedAt = performance.now();
    await dropQuiet();
  }

  function add(caller: string, one: Pending): void {
    if (!pending.has(caller) && pending.size >= mostPending) return;
    pending.set(caller, { ...one, spent: one.spent + (pending.get(caller)?.spent ?? 0) });
  }

  return <Of extends [caller: string, ...more: string[]]>(
    name: string,
    perMinute: number,
    limit: NodeLimit<Of>,
  ): Pick<NodeLimit<Of>, "take"> => ({
    take(...of) {
      limit.take(...of);
      const [caller] = of;
      const tell = (left: number) => limit.setLeft(caller, left);
      add(hashOf(`${name} ${caller}`), { perMinute, spent: 1, tell });
      flushSoon();
    },
  });
}

/** Ids of sessions and addresses of readers go nowhere else. */
function hashOf(caller: string): string {
  return createHash("sha256").update(caller).digest("base64url").slice(0, 22);
}
