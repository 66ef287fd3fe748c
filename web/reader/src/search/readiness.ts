import { addressOf, type PageFacts } from "../facts.ts";

/** Whether what is typed would be looked up at once. */
export type Readiness = {
  /** Has the server load what is searched; somebody is about to type. */
  prepare(): void;
  /** Told whether a load takes a while now, and whenever that changes. */
  follow(listener: (isLoading: boolean) => void): void;
};

const readingMs = 1_000;
/** Less is not worth a word. */
const noticedMs = 250;
const againMs = 300_000;
const signs = ["pointermove", "pointerdown", "keydown", "scroll"];

/** The index of large docs takes seconds to load: it begins while somebody reads, at the latest when they go for the search. */
export function startReadiness(facts: PageFacts, opener: HTMLElement): Readiness {
  let isPrepared = false;
  let isLoading = false;
  let asked: Promise<void> | undefined;
  let listener = (_: boolean): void => undefined;
  const tell = (value: boolean) => {
    isLoading = value;
    listener(value);
  };
  const ask = (when: string) =>
    fetch(addressOf(facts, "search", { prepare: when }), {
      headers: { accept: "application/json" },
    }).then(
      () => undefined,
      () => undefined,
    );
  const ready: Readiness = {
    prepare() {
      isPrepared = true;
      if (asked) return;
      const notice = setTimeout(tell, noticedMs, true);
      asked = ask("now").finally(() => {
        clearTimeout(notice);
        tell(false);
        asked = undefined;
      });
    },
    follow(given) {
      listener = given;
      listener(isLoading);
    },
  };
  for (const sign of ["pointerenter", "focus"])
    opener.addEventListener(sign, ready.prepare, { once: true });
  whenRead(facts, () => {
    if (!isPrepared) void ask("soon");
  });
  return ready;
}

/** A page that is open for a while and that somebody does something with; programs that only fetch pages load nothing. */
function whenRead({ domain, ref }: PageFacts, then: () => void): void {
  const openedAt = Date.now();
  const seen = () => {
    if (Date.now() - openedAt < readingMs) return;
    for (const sign of signs) removeEventListener(sign, seen);
    if (isFresh(`docent-ready-${domain} ${ref}`)) then();
  };
  for (const sign of signs) addEventListener(sign, seen, { passive: true });
}

/** Once in a while for all pages of a tab; without storage, once a page. */
function isFresh(key: string): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(key)) < againMs) return false;
    sessionStorage.setItem(key, String(Date.now()));
    return true;
  } catch {
    return true;
  }
}
