import { h } from "./dom.ts";

const longest = 1_500;
/** A reader of the screen hears one thing at a time: what comes meanwhile takes the place of what was not said yet. */
const pauseMs = 150;

/** Says things to those who do not see the panel: steps and the finished answer, never word by word. */
export function createAnnouncer() {
  const element = h("div", { class: "hidden", role: "status", "aria-live": "polite" });
  let timer = 0;
  return {
    element,
    say(text: string): void {
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        element.textContent = text.slice(0, longest);
      }, pauseMs);
    },
  };
}

/** An answer as it is read aloud: without marks and markers. */
export function spoken(markdown: string): string {
  return markdown
    .replace(/ ?\[\d{1,3}\]/g, "")
    .replace(/\]\([^()\s]{0,2000}\)/g, "")
    .replace(/[*_`#>[\]\\|]/g, "")
    .trim();
}
