const prefix = "docent draft ";
const mostCharacters = 100_000;
const keptMs = 30 * 24 * 60 * 60_000;

/** Where a browser keeps what one member is writing. Whoever logs in next there has other names, and reads none of it. */
export function draftKey(memberId: string, name: string): string {
  return `${prefix}${memberId} ${name}`;
}

export function readDraft(key: string): string | undefined {
  try {
    return textIn(window.localStorage.getItem(key));
  } catch {
    return undefined;
  }
}

/** A browser may refuse to store anything: the text on the page is still there. */
export function writeDraft(key: string, text: string, now = Date.now()): void {
  try {
    if (text === "") window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, `${now} ${text.slice(0, mostCharacters)}`);
  } catch {
    return;
  }
}

/** What stands behind the moment it was written. */
export function textIn(stored: string | null): string | undefined {
  const space = stored?.indexOf(" ") ?? -1;
  return space > 0 && /^\d+ /.test(stored ?? "") ? stored?.slice(space + 1) : undefined;
}

/** Forgets what nobody went on with for a month. */
export function dropOldDrafts(now = Date.now()): void {
  try {
    const { localStorage } = window;
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "");
    for (const key of keys.filter((one) => one.startsWith(prefix))) {
      const writtenMs = Number(/^\d+(?= )/.exec(localStorage.getItem(key) ?? "")?.[0] ?? 0);
      if (writtenMs < now - keptMs) localStorage.removeItem(key);
    }
  } catch {
    return;
  }
}
