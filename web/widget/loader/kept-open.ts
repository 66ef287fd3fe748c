import { attempt } from "./attempt.ts";

const prefix = "docent-widget:open:";

/** Remembers for this tab that the panel is open, so that it is on the next page too. */
export function keepOpen(name: string, isOpen: boolean): void {
  // Without storage it begins closed on every page.
  attempt(() =>
    isOpen ? sessionStorage.setItem(prefix + name, "1") : sessionStorage.removeItem(prefix + name),
  );
}

export function wasOpen(name: string): boolean {
  return attempt(() => sessionStorage.getItem(prefix + name)) === "1";
}
