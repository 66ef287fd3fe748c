// A mirror is one folder for the whole process, whoever asks for it: so the queues are the process's as well.
const queues = new Map<string, Promise<void>>();

/**
 * Fetches into one mirror and pushes from it follow each other, so that none undoes what another just recorded. Work
 * must not ask for another turn of the same mirror: it would wait for itself.
 */
export async function inMirrorTurn<T>(
  folder: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const before = queues.get(folder) ?? Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const mine = before.then(() => promise);
  queues.set(folder, mine);
  mine.then(() => {
    if (queues.get(folder) === mine) queues.delete(folder);
  });
  try {
    await unlessAborted(before, signal);
    return await work();
  } finally {
    resolve();
  }
}

async function unlessAborted(before: Promise<void>, signal: AbortSignal | undefined) {
  if (signal === undefined) return before;
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    await Promise.race([before, promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
