import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { bringGoodLooks, contrastFaults } from "./contrast-faults.ts";
import { hover, leave } from "./hover.ts";
import { resize } from "./resize.ts";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** All but contrast, which is measured in both themes; what a page is made of is the same in them. */
const structure = {
  ...{ resultTypes: ["violations"], preload: false },
  rules: {
    "label-content-name-mismatch": { enabled: true },
    "color-contrast": { enabled: false },
  },
};

type Wanted = {
  /** Every kind of control and row is hovered too, and the smallest phone is tried. */
  withHover?: boolean;
};

/**
 * What axe finds on a page, or in a part of it, as it is now, in both themes and at both widths; a page that scrolls
 * sideways is a fault too. Of a page behind a modal dialog nothing is asked: it was looked at before.
 */
export async function axeFaults(
  page: Page,
  part = "html",
  { withHover = false }: Wanted = {},
): Promise<string[]> {
  const before = page.viewportSize();
  const height = before?.height ?? 800;
  const isModal = await bringAxe(page);
  const within = isModal ? "dialog:modal" : part;
  const found: string[] = [];
  // Each change of width or theme draws the whole page anew, so there are as few as can be.
  const look = async (width: number, colorScheme: "light" | "dark", faults: Faults) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height });
    found.push(...(await faults()).map((fault) => `${width} ${colorScheme}: ${fault}`));
  };
  const contrast = () => contrastFaults(page, within);
  const all = async () => [...(await structureFaults(page, within)), ...(await contrast())];
  await look(1_280, "light", all);
  await look(390, "light", all);
  if (withHover) await look(320, "light", () => widthFaults(page));
  await look(390, "dark", contrast);
  await look(1_280, "dark", contrast);
  if (withHover) {
    const hovered = await hover(page);
    if (hovered.count === 0) found.push("there was nothing to hover");
    const hoveredContrast = () => contrastFaults(page, hovered.selector);
    await look(1_280, "dark", hoveredContrast);
    await look(1_280, "light", hoveredContrast);
    await leave(page);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  if (before) await resize(page, before);
  return found;
}

type Faults = () => Promise<string[]>;

/** Tells whether a modal dialog is open. */
async function bringAxe(page: Page): Promise<boolean> {
  const look = `({ hasAxe: "axe" in window, isModal: document.querySelector("dialog:modal") !== null })`;
  const { hasAxe, isModal } = await page.evaluate<{ hasAxe: boolean; isModal: boolean }>(look);
  if (!hasAxe) {
    await page.evaluate(source);
    await bringGoodLooks(page);
  }
  return isModal;
}

type Violation = { id: string; nodes: { target: string[]; failureSummary: string }[] };

async function structureFaults(page: Page, within: string): Promise<string[]> {
  const violations = await page.evaluate<Violation[]>(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(structure)}).then(({ violations }) => violations)`,
  );
  const faults = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
  return [...faults, ...(await widthFaults(page))];
}

async function widthFaults(page: Page): Promise<string[]> {
  const { scrollWidth, clientWidth } = await page.evaluate<Record<string, number>>(
    "(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))(document.documentElement)",
  );
  const isWide = (scrollWidth ?? 0) > (clientWidth ?? 0);
  return isWide ? [`the page scrolls sideways: it is ${scrollWidth} pixels wide`] : [];
}
