/** Lets one piece of costly work begin in each turn of the event loop, so that what others ask is served in between. */
export function createTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
    return last;
  };
}

/** Lets one piece of work under a key begin when the one before it has ended, however that ended. */
export function createOrder(): <Result>(
  key: string,
  work: () => Promise<Result>,
) => Promise<Result> {
  const lasts = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const next = (lasts.get(key) ?? Promise.resolve()).then(work, work);
    lasts.set(key, next);
    const forget = () => {
      if (lasts.get(key) === next) lasts.delete(key);
    };
    next.then(forget, forget);
    return next;
  };
}
