import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { closeServer, listen } from "../src/http/listen.ts";
import { launchBrowser, openWindow } from "./browser.ts";
import { createTestNode, type TestNode } from "./harness.ts";
import { bundlePage, pageHtml, pageKinds } from "./resume-pages.ts";
import { scriptedModel } from "./scripted-model.ts";

const pieces = Array.from({ length: 40 }, (_, index) => `piece${index} `);
const policy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src data:; style-src 'self'";

test.each(pageKinds)(
  "$name: a page that is reloaded in mid-answer shows the whole answer once",
  {
    timeout: 240_000,
  },
  async (kind) => {
    const script = await bundlePage(kind);
    const node = await createTestNode({ model: scriptedModel({ pieces, pauseMs: 100 }) });
    const url = await serve(node, script);
    const { page, problems } = await openWindow(await launchBrowser(), url);
    await page.goto(`${url}/#${node.keys.assistant}`);
    await untilStatus(page, "ready");
    await page.click("#ask");
    for (const piece of ["piece3", "piece12"]) {
      await page.locator("p.assistant", { hasText: piece }).waitFor();
      await page.reload();
    }
    await page.locator("p.assistant", { hasText: "piece39" }).waitFor();
    await untilStatus(page, "ready");
    await expectWholeOnce(page);

    await page.reload();
    await untilStatus(page, "ready");
    await expectWholeOnce(page);
    expect(await node.db.selectFrom("answers").select("text").execute()).toHaveLength(1);
    expect(problems).toEqual([]);
  },
);

async function untilStatus(page: Page, status: string): Promise<void> {
  await page.locator("#status", { hasText: status }).waitFor();
}

async function expectWholeOnce(page: Page): Promise<void> {
  expect(await page.locator("p.user").allTextContents()).toEqual(["How do I create a key?"]);
  const answers = await page.locator("p.assistant").allTextContents();
  expect(answers.map((text) => text.trim())).toEqual([pieces.join("").trim()]);
}

/** The site and Docent behind one address. */
async function serve(node: TestNode, script: string): Promise<string> {
  const server = await listen({ host: "127.0.0.1", port: 0 }, (request, bindings) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/") return file(pageHtml, "text/html");
    if (pathname === "/page.js") return file(script, "text/javascript");
    return node.app.fetch(request, bindings);
  });
  onTestFinished(() => {
    void closeServer(server);
  });
  return server.url;
}

function file(text: string, type: string): Response {
  return new Response(text, {
    headers: { "content-type": `${type}; charset=utf-8`, "content-security-policy": policy },
  });
}
