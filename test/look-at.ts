import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { resize } from "./resize.ts";

const widths = [1280, 390];
const schemes = ["light", "dark"] as const;

/** Shows the page on a desk and on a phone: nothing may stick out. DOCENT_SCREENSHOTS names a folder for pictures in both themes. */
export async function lookAt(page: Page, name: string): Promise<void> {
  const folder = process.env.DOCENT_SCREENSHOTS;
  await page.evaluate("scrollTo(0, 0)");
  const before = page.viewportSize() ?? { width: 1280, height: 800 };
  for (const width of widths) {
    await page.setViewportSize({ width, height: before.height });
    const widest = Number(await page.evaluate("document.documentElement.scrollWidth"));
    expect(widest, `${name} is wider than ${width} pixels`).toBeLessThanOrEqual(width);
    if (folder) await takePictures(page, join(folder, `${name}-${width}`));
  }
  await resize(page, before);
}

async function takePictures(page: Page, path: string): Promise<void> {
  await mkdir(join(path, ".."), { recursive: true });
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    // Twice, because the change of colours is itself an animation that the first picture ends.
    for (let turn = 0; turn < 2; turn += 1)
      await page.screenshot({
        path: `${path}-${colorScheme}.png`,
        fullPage: true,
        animations: "disabled",
      });
  }
  await page.emulateMedia({ colorScheme: null });
}
