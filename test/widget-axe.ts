import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { resize } from "./resize.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds in the widget as it is now, in both themes and at both widths. */
export async function widgetAxeFaults(page: Page, widths = [1_280, 390]): Promise<string[]> {
  const before = page.viewportSize();
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      // In the other theme only colours differ.
      const rules =
        colorScheme === "light"
          ? { rules: { "label-content-name-mismatch": { enabled: true } } }
          : { runOnly: ["color-contrast", "link-in-text-block"] };
      const faults = await page.evaluate<string[]>(`(async () => {
        const options = { resultTypes: ["violations"], preload: false, ...${JSON.stringify(rules)} };
        const { violations } = await axe.run("docent-widget", options);
        return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + " at " + target.flat().join(" ") + ": " + failureSummary));
      })()`);
      found.push(...faults.map((fault) => `${width} ${colorScheme}: ${fault}`));
    }
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  if (before) await resize(page, before);
  return found;
}
