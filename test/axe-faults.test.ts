import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { axeFaults } from "./axe-faults.ts";
import { launchBrowser } from "./browser.ts";

const styles = `
  :root { color-scheme: light dark; --quiet: #333; background: #fff; color: #222 }
  @media (prefers-color-scheme: dark) { :root { --quiet: #444; background: #111; color: #eee } }
  #dark { color: var(--quiet) }
  button:hover { color: #999; background: #aaa }
  .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; color: #fff }
  @media (width < 330px) { #wide { width: 380px } }`;

async function open(body: string): Promise<Page> {
  const context = await (await launchBrowser()).newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.setContent(
    `<!doctype html><html lang="en"><title>A page</title><style>${styles}</style><main><h1>A page</h1>${body}</main></html>`,
  );
  return page;
}

test("what cannot be read, seen while hovered, or held by a small phone is found, each where it is", async () => {
  const page = await open(`
    <p>Good text, <span class="hidden">for those who listen</span></p><button disabled style="color:#ccc">Off</button>
    <img src="data:,"><p id="grey" style="color:#bbb">Too light</p><p id="dark">Too dark</p><button id="hovered">Go</button><p id="wide">Wide</p>`);
  const found = await axeFaults(page, "html", { withHover: true });
  const said = found.map((fault) => /^(.+?: [\w-]+(?: at [^:]+)?)/.exec(fault)?.[1]);
  expect(said).toEqual([
    "1280 light: image-alt at img",
    "1280 light: color-contrast at #grey",
    "390 light: image-alt at img",
    "390 light: color-contrast at #grey",
    "320 light: the",
    "390 dark: color-contrast at #dark",
    "1280 dark: color-contrast at #dark",
    "1280 dark: color-contrast at #hovered",
    "1280 light: color-contrast at #hovered",
  ]);
});

test("a look that was found good on one page is still measured on another ground", async () => {
  expect(await axeFaults(await open("<p>Plain</p>"))).toEqual([]);
  const onGrey = await open(`<div style="background:#555"><p id="plain">Plain</p></div>`);
  const found = await axeFaults(onGrey);
  expect(found.filter((fault) => fault.includes("color-contrast at #plain"))).not.toEqual([]);
});
