import { type Rgb, readColour } from "./accent.ts";

/** The option, else the custom property of the site's style sheet. The browser reads names and every notation of colours. */
export function accentOf(host: HTMLElement, option: string | undefined): Rgb | undefined {
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
