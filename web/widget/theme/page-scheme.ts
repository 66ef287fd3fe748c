import { contrast, readColour, type Scheme } from "./accent.ts";

/** What site generators put on the page for its theme. */
const attributes = [
  "data-theme",
  "data-mode",
  "data-color-mode",
  "data-color-scheme",
  "data-bs-theme",
  "data-md-color-scheme",
];

type Element = Pick<HTMLElement, "getAttribute">;

/** The theme that a page says it has; undefined when it says nothing. */
export function schemeOfPage(elements: Element[]): Scheme | undefined {
  for (const element of elements) {
    const words = [
      ...attributes.map((name) => element.getAttribute(name) ?? ""),
      ...(element.getAttribute("class") ?? "").split(/\s+/),
    ].map((word) => word.toLowerCase());
    if (words.some((word) => ["dark", "slate", "night", "theme-dark", "dark-mode"].includes(word)))
      return "dark";
    if (words.some((word) => ["light", "default", "theme-light", "light-mode"].includes(word)))
      return "light";
  }
  return undefined;
}

/** Calls back with the page's theme now and whenever it changes; returns what ends it. */
export function followScheme(choice: () => string, onScheme: (scheme: Scheme) => void): () => void {
  const media = matchMedia("(prefers-color-scheme: dark)");
  const look = () => onScheme(currentScheme(choice(), media.matches));
  const watcher = new MutationObserver(look);
  const watched = { attributes: true, attributeFilter: ["class", "style", ...attributes] };
  for (const element of [document.documentElement, document.body]) {
    if (element) watcher.observe(element, watched);
  }
  media.addEventListener("change", look);
  look();
  return () => {
    watcher.disconnect();
    media.removeEventListener("change", look);
  };
}

function currentScheme(choice: string, isSystemDark: boolean): Scheme {
  if (choice === "dark" || choice === "light") return choice;
  const { documentElement: html, body } = document;
  const told = schemeOfPage(body ? [html, body] : [html]);
  if (told) return told;
  const ground = body && (groundOf(body) ?? groundOf(html));
  if (ground) return ground;
  const computed = getComputedStyle(html).colorScheme;
  if (computed === "dark" || computed === "light") return computed;
  return isSystemDark && computed !== "normal" ? "dark" : "light";
}

/** By the colour it is painted on; undefined where that shines through. */
function groundOf(element: HTMLElement): Scheme | undefined {
  const text = getComputedStyle(element).backgroundColor;
  const colour = text.startsWith("rgba") ? undefined : readColour(text);
  if (!colour) return undefined;
  return contrast(colour, [255, 255, 255]) > 6 ? "dark" : "light";
}
