import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const widths = [1_280, 390];
const common = { resultTypes: ["violations"], preload: false };
/** What a page is made of is the same in both themes: in the dark, its colours alone are looked at. */
const themes = [
  ["light", { ...common, rules: { "label-content-name-mismatch": { enabled: true } } }],
  ["dark", { ...common, runOnly: ["color-contrast", "link-in-text-block"] }],
] as const;

/** What axe finds on a page, or in a part of it, as it is now, in both themes and at both widths; a page that scrolls sideways is a fault too. */
export async function axeFaults(page: Page, within = "html"): Promise<string[]> {
  const before = page.viewportSize();
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const [colorScheme, options] of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const faults = await lookOnce(page, within, options);
      found.push(...faults.map((fault) => `${width} ${colorScheme}: ${fault}`));
    }
  }
  if (before) await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  return found;
}

type Violation = { id: string; nodes: { target: string[]; failureSummary: string }[] };

/** Colours that are still on their way to another theme's are no fault. */
const settled = `Promise.all(document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished.catch(() => 0)))`;

async function lookOnce(page: Page, within: string, options: object): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(source);
  await page.evaluate(`${settled}.then(() => 0)`);
  const { violations } = await page.evaluate<{ violations: Violation[] }>(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)})`,
  );
  const faults = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
  const isWide = await page.evaluate(
    "document.documentElement.scrollWidth > document.documentElement.clientWidth",
  );
  return isWide ? [...faults, "the page scrolls sideways"] : faults;
}
