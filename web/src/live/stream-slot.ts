/**
 * On HTTP/1.1 a browser opens six connections to a server, whatever the number of tabs. Streams of all tabs together
 * take half of them; who gets none asks now and then instead.
 */
const slots = ["docent stream 1", "docent stream 2", "docent stream 3"];

export type Release = () => void;

/** Undefined: every slot is taken by another stream. */
export async function takeStreamSlot(): Promise<Release | undefined> {
  if (hasRoom()) return () => undefined;
  for (const name of slots) {
    const release = await tryLock(name);
    if (release) return release;
  }
  return undefined;
}

/** HTTP/2 carries any number of streams on one connection. Locks are there on pages from this machine or over HTTPS alone. */
function hasRoom(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  const protocol = entry instanceof PerformanceNavigationTiming ? entry.nextHopProtocol : "";
  return protocol === "h2" || protocol === "h3" || navigator.locks === undefined;
}

/** Given back when the tab is closed, too. */
function tryLock(name: string): Promise<Release | undefined> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (lock) return new Promise<void>((release) => resolve(release));
        resolve(undefined);
        return undefined;
      })
      .catch(reject);
  });
}
