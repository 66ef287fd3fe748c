import type { BrowserContext, Locator } from "playwright-core";

/** Milliseconds from a press to the frame that shows what it did, the slowest of all. */
export type Presses = { fold: number; merge: number };

const times = 5;

/** Folds files of the largest change, and opens and closes its merge dialog. */
export async function measurePresses(context: BrowserContext, address: string): Promise<Presses> {
  const page = await context.newPage();
  await page.goto(address);
  await page.locator("main .hunk").first().waitFor({ timeout: 180_000 });
  const fold: number[] = [];
  const merge: number[] = [];
  for (let time = 0; time < times; time += 1) {
    fold.push(await press(page.getByRole("button", { name: "Fold this file" }).first()));
    merge.push(await press(page.getByRole("main").getByRole("button", { name: "Merge" }).first()));
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await page.close();
  return { fold: Math.max(...fold), merge: Math.max(...merge) };
}

/** The second frame begins when the first one, with the change, is drawn. */
const frames = `new Promise((resolve) => {
  const started = performance.now();
  document.activeElement.click();
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - started)));
})`;

async function press(button: Locator): Promise<number> {
  await button.focus();
  return Number(await button.page().evaluate(frames));
}
