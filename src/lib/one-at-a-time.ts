/**
 * Work under one key never overlaps. What is asked for while some runs starts afresh behind it; whoever asks while
 * that is waiting already shares its outcome.
 */
export function oneAtATime<Result>(): (
  key: string,
  work: () => Promise<Result>,
) => Promise<Result> {
  const running = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, Promise<Result>>();
  const start = (key: string, work: () => Promise<Result>): Promise<Result> => {
    const result = work();
    const ended = result.then(
      () => undefined,
      () => undefined,
    );
    running.set(key, ended);
    ended.then(() => {
      if (running.get(key) === ended) running.delete(key);
    });
    return result;
  };
  return (key, work) => {
    const shared = waiting.get(key);
    if (shared) return shared;
    const before = running.get(key);
    if (!before) return start(key, work);
    const next = before.then(() => {
      waiting.delete(key);
      return start(key, work);
    });
    waiting.set(key, next);
    return next;
  };
}
