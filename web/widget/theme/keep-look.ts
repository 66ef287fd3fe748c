import { accentColours, type Scheme } from "./accent.ts";
import { accentOf } from "./accent-of.ts";
import { followScheme } from "./page-scheme.ts";

type LookOptions = { theme(): string; accent(): string | undefined };

/** Keeps an element in the theme of the page and in the brand's colour. */
export function keepLook(host: HTMLElement, element: HTMLElement, options: LookOptions) {
  let scheme: Scheme = "light";
  const paint = () => {
    element.dataset.scheme = scheme;
    const accent = accentOf(host, options.accent());
    if (!accent) return;
    const { fill, onFill, ink, soft, focus } = accentColours(accent, scheme);
    for (const [name, value] of Object.entries({ accent: fill, "on-accent": onFill, focus }))
      element.style.setProperty(`--${name}`, value);
    element.style.setProperty("--accent-ink", ink);
    element.style.setProperty("--accent-soft", soft);
  };
  const look = () =>
    followScheme(options.theme, (now) => {
      scheme = now;
      paint();
    });
  let leave = look();
  return {
    /** After a change of the options. */
    refresh(): void {
      leave();
      leave = look();
    },
    stop: () => leave(),
  };
}
