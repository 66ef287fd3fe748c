import type { Server } from "node:http";

// npm and a terminal both hand a signal on that reached the whole process group: it arrives twice at once.
const sameSignalMs = 1_000;

/** SIGTERM: accept nothing new, let what runs and its streams end within the grace period. Another signal later ends the process at once. */
export function stopOnSignal(
  http: Server,
  work: { startDraining(): void; drain(): Promise<void> },
): Promise<void> {
  return new Promise((resolve) => {
    let stoppedAt: number | undefined;
    const stop = async () => {
      if (stoppedAt !== undefined && performance.now() - stoppedAt > sameSignalMs) process.exit(1);
      if (stoppedAt !== undefined) return;
      stoppedAt = performance.now();
      work.startDraining();
      const closed = new Promise((done) => http.close(done));
      http.closeIdleConnections();
      await work.drain();
      const timer = setTimeout(() => http.closeAllConnections(), 2_000);
      await closed;
      clearTimeout(timer);
      resolve();
    };
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
  });
}

export async function closeServer(http: Server): Promise<void> {
  const closed = new Promise((done) => http.close(done));
  http.closeAllConnections();
  await closed;
}
