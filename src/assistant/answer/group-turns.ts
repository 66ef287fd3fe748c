import { untilAborted } from "../../lib/until-aborted.ts";

export type GroupTurns = ReturnType<typeof createGroupTurns>;

/** Lets those of one group go one after the other, in the order they came. Groups do not wait for each other. */
export function createGroupTurns() {
  const last = new Map<string, Promise<void>>();
  return {
    /** Resolves when it is one's turn, with what ends it. Throws the signal's reason when that comes first. */
    async take(group: string, signal: AbortSignal): Promise<() => void> {
      const before = last.get(group) ?? Promise.resolve();
      const { promise: own, resolve } = Promise.withResolvers<void>();
      last.set(group, own);
      const end = () => {
        resolve();
        if (last.get(group) === own) last.delete(group);
      };
      try {
        await untilAborted(before, signal);
      } catch (error) {
        // Whoever waits behind it still waits for the one before.
        before.then(end);
        throw error;
      }
      return end;
    },
  };
}
