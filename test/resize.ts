import type { Page } from "playwright-core";

/** Changes the size of the window until the page has heard of it: it is told with its next frame, which comes late on a busy machine. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate("new Promise((resolve) => requestAnimationFrame(resolve))");
}
