const prefix = "docent-widget:open:";

/** Remembers for this tab that the panel is open, so that it is on the next page too. */
export function keepOpen(name: string, isOpen: boolean): void {
  try {
    if (isOpen) sessionStorage.setItem(prefix + name, "1");
    else sessionStorage.removeItem(prefix + name);
  } catch {
    // Without storage it begins closed on every page.
    return;
  }
}

export function wasOpen(name: string): boolean {
  try {
    return sessionStorage.getItem(prefix + name) === "1";
  } catch {
    return false;
  }
}
