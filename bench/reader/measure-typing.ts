import { chromium, type Page } from "playwright-core";
import { findChromium } from "../../scripts/find-chromium.ts";

/** The first page and the first key of very large docs may take as long on a busy machine. */
const longestMs = 180_000;

/**
 * Runs in the page: from the next key to the first frame after its reply was drawn. The reader draws in the turn in which the
 * reply is read, so the list need not change; a text that was looked up before is drawn without a request. A reply that is refused
 * is read by nobody, and ends the measurement.
 */
const listen = `void (window.nextReply = new Promise((resolve, reject) => {
  let began = 0;
  const drawn = () => setTimeout(() => requestAnimationFrame(() => resolve(performance.now() - began)));
  const fail = (why) => reject(new Error("no reply to a key was drawn: " + why));
  const begin = (event) => {
    began = event.timeStamp;
    setTimeout(fail, ${longestMs}, "none came in time");
    const { fetch } = window;
    let isAsked = false;
    window.fetch = async (...given) => {
      if (!String(given[0]).includes("q=")) return fetch(...given);
      isAsked = true;
      window.fetch = fetch;
      const response = await fetch(...given).catch((error) => { fail(error); throw error; });
      if (!response.ok) fail("the server answered with " + response.status);
      const read = response.json.bind(response);
      response.json = async () => { const value = await read(); drawn(); return value; };
      return response;
    };
    setTimeout(() => { if (!isAsked) { window.fetch = fetch; drawn(); } });
  };
  document.addEventListener("keydown", begin, { once: true, capture: true });
}))`;

/**
 * From a key in the reader's search to the drawn list: `node bench/reader/measure-typing.ts PAGE_ADDRESS TEXT…`. The first text is typed as soon as
 * the search is open: its first key is the first one of this page, and of the server where that has just been started.
 */
const [address = "", ...texts] = process.argv.slice(2);
const readMs = Number(process.env.READ_MS ?? 0);
const browser = await chromium.launch({ executablePath: findChromium() ?? "chromium" });
const page = await browser.newPage();
await page.goto(address, { timeout: longestMs });
if (readMs > 0) await read(page);
await page.keyboard.press("/");
const input = page.getByRole("combobox", { name: "Search the docs" });
await input.waitFor();

const measured: number[] = [];
for (const text of texts) {
  await input.fill("");
  for (const letter of text) {
    // A key may overtake a script that is not waited for.
    await page.evaluate(listen);
    await page.keyboard.press(letter === " " ? "Space" : letter);
    measured.push(await page.evaluate<number>("window.nextReply"));
    await page.waitForTimeout(100);
  }
}
await browser.close();

const [first = 0, ...rest] = measured;
const sorted = rest.toSorted((left, right) => left - right);
const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]?.toFixed(1);
console.log(
  `first key ${first.toFixed(1)} ms; ${sorted.length} others: least ${at(0)} ms, median ${at(0.5)} ms, 95 % ${at(0.95)} ms, most ${at(1)} ms`,
);

/** As somebody reads: the pointer moves now and then. */
async function read(page: Page): Promise<void> {
  const until = Date.now() + readMs;
  for (let step = 0; Date.now() < until; step += 1) {
    await page.mouse.move(600 + (step % 2), 400);
    await page.waitForTimeout(200);
  }
}
