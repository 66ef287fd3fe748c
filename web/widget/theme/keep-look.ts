import { accentColours, type Rgb, readColour, type Scheme } from "./accent.ts";
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

/** The option, else the custom property of the site's style sheet. The browser reads names and every notation of colours. */
function accentOf(host: HTMLElement, option: string | undefined): Rgb | undefined {
  const text = option ?? getComputedStyle(host).getPropertyValue("--docent-accent");
  const direct = readColour(text);
  if (direct || text.trim() === "" || !CSS.supports("color", text.trim())) return direct;
  const canvas = document.createElement("canvas").getContext("2d");
  if (!canvas) return undefined;
  canvas.fillStyle = text.trim();
  canvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}
