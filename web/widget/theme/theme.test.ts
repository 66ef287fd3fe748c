import { expect, test } from "vitest";
import { accentColours, contrast, type Rgb, readColour } from "./accent.ts";
import { schemeOfPage } from "./page-scheme.ts";

const steps = [0, 60, 128, 190, 255];
const colours: Rgb[] = steps.flatMap((red) =>
  steps.flatMap((green) => steps.map((blue): Rgb => [red, green, blue])),
);

test("whatever the brand's colour, text on it and in it can be read", () => {
  for (const scheme of ["light", "dark"] as const) {
    const ground: Rgb = scheme === "light" ? [255, 255, 255] : [27, 28, 33];
    for (const colour of colours) {
      const { fill, onFill, ink, soft, focus } = accentColours(colour, scheme);
      expect(ratio(fill, onFill), `${colour} ${scheme}`).toBeGreaterThanOrEqual(4.5);
      expect(ratio(ink, soft), `${colour} ${scheme}`).toBeGreaterThanOrEqual(4.5);
      expect(contrast(rgb(ink), ground), `${colour} ${scheme}`).toBeGreaterThanOrEqual(4.5);
      expect(contrast(rgb(focus), ground), `${colour} ${scheme}`).toBeGreaterThanOrEqual(3);
    }
  }
});

test("colours are read as people write them", () => {
  expect(readColour("#08f")).toEqual([0, 136, 255]);
  expect(readColour(" #0088FF ")).toEqual([0, 136, 255]);
  expect(readColour("rgb(0, 136, 255)")).toEqual([0, 136, 255]);
  expect(readColour("rgb(0 136 255 / 50%)")).toEqual([0, 136, 255]);
  for (const wrong of ["", "blue", "#12", "rgb(1,2)", "rgb(300,0,0)", "url(x)"])
    expect(readColour(wrong)).toBeUndefined();
});

test.each([
  [{ "data-theme": "dark" }, "dark"],
  [{ class: "antialiased dark" }, "dark"],
  [{ "data-md-color-scheme": "slate" }, "dark"],
  [{ "data-md-color-scheme": "default" }, "light"],
  [{ class: "light" }, "light"],
  [{ class: "darkness" }, undefined],
  [{}, undefined],
])("a page with %j is %s", (attributes, scheme) => {
  const element = { getAttribute: (name: string) => Reflect.get(attributes, name) ?? null };
  expect(schemeOfPage([element])).toBe(scheme);
});

function ratio(one: string, other: string): number {
  return contrast(rgb(one), rgb(other));
}

function rgb(text: string): Rgb {
  const colour = readColour(text);
  if (!colour) throw new Error(`${text} is no colour`);
  return colour;
}
