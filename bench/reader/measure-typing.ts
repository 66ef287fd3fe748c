import { chromium } from "playwright-core";
import { findChromium } from "../../scripts/find-chromium.ts";

/** Runs in the page: from the next key to the frame after the list has changed. */
const nextDrawing = `new Promise((resolve) => {
  let began = 0;
  const begin = (event) => { began = event.timeStamp; };
  document.addEventListener("keydown", begin, { once: true, capture: true });
  const observer = new MutationObserver(() => {
    observer.disconnect();
    requestAnimationFrame(() => resolve(performance.now() - began));
  });
  observer.observe(document.getElementById("dx:search-list"), { childList: true, subtree: true });
})`;

/** From a key in the reader's search to the drawn list: `node bench/reader/measure-typing.ts PAGE_ADDRESS TEXT…`. */
const [address = "", ...texts] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: findChromium() ?? "chromium" });
const page = await browser.newPage();
await page.goto(address);
await page.keyboard.press("/");
const input = page.getByRole("combobox", { name: "Search the docs" });
await input.waitFor();

const measured: number[] = [];
for (const text of texts) {
  await input.fill("");
  for (const letter of text) {
    const drawn = page.evaluate<number>(nextDrawing);
    await page.keyboard.press(letter === " " ? "Space" : letter);
    measured.push(await drawn);
    await page.waitForTimeout(100);
  }
}
await browser.close();

const sorted = measured.toSorted((left, right) => left - right);
const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]?.toFixed(1);
console.log(
  `${sorted.length} keys: least ${at(0)} ms, median ${at(0.5)} ms, 95 % ${at(0.95)} ms, most ${at(1)} ms`,
);
