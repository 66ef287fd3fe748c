export type Rgb = [red: number, green: number, blue: number];
export type Scheme = "light" | "dark";

export type AccentColours = {
  fill: string;
  /** Text on the fill. */
  onFill: string;
  /** The colour as text on the panel's ground. */
  ink: string;
  soft: string;
  /** The edge of a fill against the ground, where it alone shows what can be pressed. */
  focus: string;
};

const white: Rgb = [255, 255, 255];
const black: Rgb = [12, 12, 16];
const grounds: Record<Scheme, Rgb> = { light: white, dark: [27, 28, 33] };
const leastText = 4.6;
const leastEdge = 3.1;

/** Colours for a brand's colour: whatever it is, text keeps the contrast that people need. */
export function accentColours(accent: Rgb, scheme: Scheme): AccentColours {
  const ground = grounds[scheme];
  const away = scheme === "light" ? black : white;
  const fill = untilContrast(accent, ground, { toward: away, least: leastEdge });
  const isLightText = contrast(fill, white) >= contrast(fill, black);
  const onFill = isLightText ? white : black;
  const text = untilContrast(fill, onFill, {
    toward: isLightText ? black : white,
    least: leastText,
  });
  const soft = mix(ground, accent, scheme === "light" ? 0.1 : 0.22);
  const ink = untilContrast(accent, soft, { toward: away, least: leastText });
  return {
    fill: css(text),
    onFill: css(onFill),
    ink: css(ink),
    soft: css(soft),
    focus: css(fill),
  };
}

type Goal = { toward: Rgb; least: number };

function untilContrast(colour: Rgb, ground: Rgb, { toward, least }: Goal): Rgb {
  for (let share = 0; share < 1; share += 0.04) {
    const mixed = mix(colour, toward, share);
    if (contrast(mixed, ground) >= least) return mixed;
  }
  return toward;
}

/** The contrast of two colours as WCAG counts it, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mix([r, g, b]: Rgb, [red, green, blue]: Rgb, share: number): Rgb {
  const part = (from: number, to: number) => Math.round(from + (to - from) * share);
  return [part(r, red), part(g, green), part(b, blue)];
}

function css([red, green, blue]: Rgb): string {
  return `rgb(${red} ${green} ${blue})`;
}

/** `#08f`, `#0088ff` or what a browser computes, `rgb(…)`. Undefined for anything else. */
export function readColour(text: string): Rgb | undefined {
  const value = text.trim();
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(value)?.[1];
  if (hex) {
    const pairs = hex.length === 3 ? [...hex].map((digit) => digit + digit) : hex.match(/../g);
    return toRgb((pairs ?? []).map((pair) => Number.parseInt(pair, 16)));
  }
  const parts = /^rgba?\(([\d., /%]{5,60})\)$/i.exec(value)?.[1];
  return parts ? toRgb(parts.split(/[ ,/]+/).map(Number)) : undefined;
}

function toRgb([red, green, blue]: number[]): Rgb | undefined {
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return [red, green, blue].every((part) => part >= 0 && part <= 255)
    ? [red, green, blue]
    : undefined;
}
