import { useEffect } from "react";
import { useLatest } from "../../../use-latest.ts";

type FileKeys = { isOn: boolean; onViewed: (path: string) => void; onHelp: () => void };

/** Keys that go from file to file, as long as nobody is typing. */
export function useFileKeys({ isOn, onViewed, onHelp }: FileKeys): void {
  const press = useLatest((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
    if (isTyping(event.target)) return;
    if (event.key === "?") onHelp();
    else if (!isOn) return;
    else if (event.key === "j" || event.key === "]") goTo(neighbour(1));
    else if (event.key === "k" || event.key === "[") goTo(neighbour(-1));
    else if (event.key === "v") onViewed(currentFile()?.dataset.path ?? "");
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [press]);
}

function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector("dialog[open], [role=menu]")) return true;
  if (!(target instanceof HTMLElement)) return false;
  const isTick = target instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(target.type);
  return target.isContentEditable || (target.matches("input, textarea, select") && !isTick);
}

function allFiles(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("article.diff-file")];
}

/** The file that has the focus, otherwise the first one of which something is below the top of the window. */
function currentFile(): HTMLElement | undefined {
  const focused = document.activeElement?.closest<HTMLElement>("article.diff-file");
  if (focused && isInWindow(focused)) return focused;
  return allFiles().find((file) => file.getBoundingClientRect().bottom > topOfFiles);
}

/** Room that what sticks to the top of the window takes. */
const topOfFiles = 120;

function isInWindow(file: HTMLElement): boolean {
  const { top, bottom } = file.getBoundingClientRect();
  return bottom > topOfFiles && top < window.innerHeight;
}

function neighbour(step: 1 | -1): HTMLElement | undefined {
  const files = allFiles();
  const current = currentFile();
  if (!current) return undefined;
  const { top } = current.getBoundingClientRect();
  // A file that has not come to the top yet is the next one; one that is read is gone back to first.
  if (step === 1 && top > topOfFiles && !current.contains(document.activeElement)) return current;
  if (step === -1 && top < 0) return current;
  return files[files.indexOf(current) + step];
}

function goTo(file: HTMLElement | undefined): void {
  if (!file) return;
  file.scrollIntoView({ block: "start" });
  file.querySelector<HTMLElement>("h3")?.focus({ preventScroll: true });
}
