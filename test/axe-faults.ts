import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { contrastFaults } from "./contrast-faults.ts";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const height = 900;
/** All but contrast, which is measured in both themes; what a page is made of is the same in them. */
const structure = {
  ...{ resultTypes: ["violations"], preload: false },
  rules: {
    "label-content-name-mismatch": { enabled: true },
    "color-contrast": { enabled: false },
  },
};

/**
 * What axe finds on a page, or in a part of it, as it is now, in both themes and at both widths; a page that scrolls
 * sideways is a fault too. Of a page behind a modal dialog nothing is asked: it was looked at before.
 */
export async function axeFaults(page: Page, part = "html"): Promise<string[]> {
  const before = page.viewportSize();
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(source);
  const isModal = await page.evaluate<boolean>(`document.querySelector("dialog:modal") !== null`);
  const within = isModal ? "dialog:modal" : part;
  const found: string[] = [];
  const note = (where: string, faults: string[]) =>
    found.push(...faults.map((fault) => `${where}: ${fault}`));
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  for (const width of [1_280, 390]) {
    await page.setViewportSize({ width, height });
    note(`${width} light`, await structureFaults(page, within));
    note(`${width} light`, await contrastFaults(page, within));
  }
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  for (const width of [390, 1_280]) {
    await page.setViewportSize({ width, height });
    note(`${width} dark`, await contrastFaults(page, within));
  }
  if (before) await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  return found;
}

type Violation = { id: string; nodes: { target: string[]; failureSummary: string }[] };
type Looked = { violations: Violation[]; isWide: boolean };

async function structureFaults(page: Page, within: string): Promise<string[]> {
  const { violations, isWide } = await page.evaluate<Looked>(`(async () => {
    const { violations } = await axe.run(${JSON.stringify(within)}, ${JSON.stringify(structure)});
    const { scrollWidth, clientWidth } = document.documentElement;
    return { violations, isWide: scrollWidth > clientWidth };
  })()`);
  const faults = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
  return isWide ? [...faults, "the page scrolls sideways"] : faults;
}
