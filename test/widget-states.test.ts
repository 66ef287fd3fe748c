import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeFaults } from "./axe-faults.ts";
import { launchBrowser, openWindow } from "./browser.ts";
import { freePort } from "./free-port.ts";
import { createTestNode, type TestNode } from "./harness.ts";
import { lookAt } from "./look-at.ts";
import { scriptedModel } from "./scripted-model.ts";
import { builtFiles } from "./serve-dashboard.ts";
import { widgetAxeFaults } from "./widget-axe.ts";
import { type Site, serveSite } from "./widget-site.ts";

const claim = "Run `acme keys revoke ID` to revoke a key at once [1].";
const quick = scriptedModel({ pieces: [claim] });
const more = Array.from({ length: 5_000 }, () => "And so on. ");
const endless = scriptedModel({ pieces: ["Well. ", ...more], pauseMs: 200 });
const nowhere = { x: 0, y: 0, width: 0, height: 0 };
const requestsPerMinute = 60;

type Place = { node: TestNode; url: string; site: Site; model: { isEndless: boolean } };

test("every state of the chat is told: consent, offline, stop, limit, hand-off, inside the page, at its side, zoomed, in the preview", {
  timeout: 420_000,
}, async () => {
  const place = await setUp();
  await consentFirst(place);
  await offlineAndBack(place);
  await stopInTheMiddle(place);
  await handOff(place);
  await insideAndBeside(place);
  await previewFrame(place);
  await readerTriesAgain(place);
  await waitForLimit(place);
});

async function setUp(): Promise<Place> {
  const model = { isEndless: false };
  const either: typeof quick = {
    ...quick,
    doStream: (options) => (model.isEndless ? endless : quick).doStream(options),
  };
  const node = await createTestNode({
    clients: { reader: await builtFiles("reader"), widget: await builtFiles("widget") },
    port: await freePort(),
    settings: { keyRequestsPerMinute: requestsPerMinute },
    model: either,
  });
  const url = await node.listen();
  const site = await serveSite({ docent: url, key: node.keys.assistant });
  return { node, url, site, model };
}

async function openPage(site: Site, attributes: Record<string, string>): Promise<Page> {
  const { page } = await openWindow(await launchBrowser(), site.url);
  await page.goto(site.page(attributes));
  return page;
}

async function openChat(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Ask AI" }).click();
  const chat = page.getByRole("dialog", { name: "Ask AI" });
  await chat.waitFor();
  return chat;
}

async function send(chat: Locator, question: string): Promise<void> {
  await chat.getByLabel("Your question").fill(question);
  await chat.getByLabel("Your question").press("Enter");
}

const whole = (chat: Locator) => chat.getByRole("button", { name: "Copy answer" }).last();

/** Looks at the chat in both themes and widths. */
async function inspect(page: Page, name: string): Promise<void> {
  expect(await widgetAxeFaults(page), name).toEqual([]);
  await lookAt(page, `80-widget-${name}`);
}

/** Nothing leaves the browser and nothing is stored before the reader agrees; taken back, nothing is left. */
async function consentFirst({ site, url }: Place): Promise<void> {
  const page = await openPage(site, { consent: "required" });
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(`${url}/discovery`)) sent.push(request.url());
  });
  const chat = await openChat(page);
  await send(chat, "How do I revoke a key?");
  const agree = chat.getByRole("button", { name: "Agree and continue" });
  await agree.waitFor();
  expect(await page.locator("docent-widget button:focus").innerText()).toBe("Agree and continue");
  expect(sent).toEqual([]);
  expect(await page.evaluate("localStorage.length + sessionStorage.length")).toBe(0);
  await inspect(page, "consent");
  await agree.click();
  await whole(chat).waitFor();
  expect(await page.evaluate("localStorage.length")).toBeGreaterThan(0);
  await page.evaluate("Docent.consent(false)");
  await agree.waitFor();
  expect(await page.evaluate("localStorage.length + sessionStorage.length")).toBe(0);
}

/** The question is asked again by itself when the line is back. */
async function offlineAndBack({ site }: Place): Promise<void> {
  const page = await openPage(site, {});
  const chat = await openChat(page);
  await page.context().setOffline(true);
  await send(chat, "How do I revoke a key?");
  await chat.getByText("You are offline. Your question is kept").waitFor();
  await inspect(page, "offline");
  await page.context().setOffline(false);
  await whole(chat).waitFor();
  expect(await chat.getByRole("article").getByText("You are offline").count()).toBe(0);
}

/** What was written stays, the server writes no further, and the box takes the next question. */
async function stopInTheMiddle({ site, model }: Place): Promise<void> {
  const page = await openPage(site, {});
  const chat = await openChat(page);
  model.isEndless = true;
  await send(chat, "How do I revoke a key?");
  await chat.getByText("Well.").waitFor();
  await inspect(page, "writing");
  await chat.getByRole("button", { name: "Stop" }).click();
  await chat.getByText("You stopped this answer.").waitFor();
  expect(await chat.getByText("Well.").count()).toBe(1);
  model.isEndless = false;
  await inspect(page, "stopped");
  await chat.getByRole("button", { name: "Answer again" }).click();
  await chat.getByRole("status").getByText("The answer is complete.").waitFor();
  expect(await chat.getByRole("article").getByText("Well.").count()).toBe(0);
}

/** Where the docs do not answer, the way to a person: a link, a mail with the conversation, or the site's own form. */
async function handOff({ site }: Place): Promise<void> {
  const question = "Who won the chess championship & when?";
  const offers = [
    {
      "handoff-url": "https://help.acme.example/new?about={question}",
      "handoff-label": "Open a ticket",
    },
    { "handoff-url": "mailto:help@acme.example" },
    { handoff: "event" },
  ];
  const [link, mail] = offers;
  const page = await openPage(site, link ?? {});
  await send(await openChat(page), question);
  const way = page.getByRole("link", { name: "Open a ticket" });
  const address = await way.getAttribute("href");
  expect(new URL(address ?? "").searchParams.get("about")).toBe(question);
  expect(await way.getAttribute("target")).toBe("_blank");
  await page.getByText("The documentation does not answer this.").waitFor();
  await inspect(page, "hand-off");
  await page.goto(site.page(mail));
  const written = await page.getByRole("link", { name: "Contact support" }).getAttribute("href");
  expect(written).toMatch(/^mailto:help@acme\.example\?subject=Who%20won.*&body=/);
  expect(decodeURIComponent(written ?? "")).toContain(`> ${question}`);
  await page.goto(site.page({ handoff: "event" }));
  const heard = page.evaluate(
    `new Promise((resolve) => document.addEventListener("docent:handoff", ({ detail }) => resolve(detail.question)))`,
  );
  await page.getByRole("button", { name: "Contact support" }).click();
  expect(await heard).toBe(question);
}

/** As a part of the page and as a panel at its side, on a page that is magnified to 200 % as well. */
async function insideAndBeside({ site }: Place): Promise<void> {
  const page = await openPage(site, { mode: "inline", target: "#chat" });
  const inline = page.locator("#chat").getByRole("region", { name: "Ask AI" });
  await send(inline, "How do I revoke a key?");
  await whole(inline).waitFor();
  expect(await inline.getByRole("button", { name: "Close" }).count()).toBe(0);
  await inspect(page, "inline");
  await page.goto(site.page({ mode: "panel" }));
  const panel = await openChat(page);
  const edges = async () => {
    const { x, y, width, height } = (await panel.boundingBox()) ?? nowhere;
    return { top: y, height, right: x + width };
  };
  // It slides in.
  await expect.poll(edges).toEqual({ top: 0, height: 800, right: 1_280 });
  await inspect(page, "panel");
  await page.setViewportSize({ width: 640, height: 400 });
  await whole(panel).scrollIntoViewIfNeeded();
  await panel.getByLabel("Your question").fill("revoke");
  await panel
    .getByRole("list", { name: "Search results" })
    .getByRole("link")
    .first()
    .click({ trial: true });
  await lookAtZoomed(page, "widget");
}

async function lookAtZoomed(page: Page, name: string): Promise<void> {
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(640);
  const folder = process.env.DOCENT_SCREENSHOTS;
  if (folder) await page.screenshot({ path: `${folder}/80-${name}-zoomed.png` });
}

/** What the page of keys shows in a frame, opened by itself. */
async function previewFrame({ node, url }: Place): Promise<void> {
  const { page } = await openWindow(await launchBrowser(), url);
  await page.goto(`${url}/widget-preview`);
  const options = { domain: "acme", key: node.keys.assistant };
  await page.evaluate(`postMessage(${JSON.stringify({ theme: "auto", options })}, "*")`);
  await page.getByRole("dialog", { name: "Ask AI" }).waitFor();
  await page.getByRole("button", { name: "How do I create a key?" }).waitFor();
  expect(await widgetAxeFaults(page)).toEqual([]);
  await lookAt(page, "80-widget-preview");
}

/** The reader's own button says what is wrong beside it, and goes on with what was asked. */
async function readerTriesAgain({ url }: Place): Promise<void> {
  const { page } = await openWindow(await launchBrowser(), url);
  await page.route("**/widget-assets/panel-*", (route) => route.abort());
  await page.goto(`${url}/docs/acme/keys`);
  await page.getByRole("button", { name: "Ask AI" }).click();
  const again = page.getByRole("status").getByRole("button", { name: /does not respond/ });
  await again.waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await lookAt(page, "80-reader-try-again");
  await page.unroute("**/widget-assets/panel-*");
  await again.click();
  await page.getByRole("dialog", { name: "Ask AI" }).waitFor();
  expect(await again.count()).toBe(0);
  await page.getByRole("button", { name: "Close" }).click();
  await page.setViewportSize({ width: 640, height: 400 });
  await page.keyboard.press("/");
  await page.keyboard.type("revoke");
  await page
    .getByRole("option", { name: /Revoke a key/ })
    .first()
    .click({ trial: true });
  await lookAtZoomed(page, "reader");
}

/** The last one: the key's share of this minute is spent. */
async function waitForLimit({ site, url, node }: Place): Promise<void> {
  const { page } = await openWindow(await launchBrowser(), site.url);
  await page.clock.install();
  await page.goto(site.page());
  const chat = await openChat(page);
  const headers = {
    authorization: `Bearer ${node.keys.assistant}`,
    "content-type": "application/json",
  };
  const body = JSON.stringify({ query: "key", pageSize: 1 });
  for (let status = 200; status !== 429; )
    status = (await fetch(`${url}/discovery/v1/search/acme`, { method: "POST", headers, body }))
      .status;
  // The refusal as it comes, with a wait that no slow machine sees the end of.
  await page.route("**/message?*", async (route) => {
    let response = await route.fetch();
    while (response.status() !== 429) response = await route.fetch();
    const wait = String(Number(response.headers()["retry-after"]) + 600);
    await route.fulfill({ response, headers: { ...response.headers(), "retry-after": wait } });
  });
  await send(chat, "How do I revoke a key?");
  await chat.getByText("There were many questions in a short time.").waitFor();
  const retry = chat.getByRole("button", { name: /^Try again in \d+ s$/ });
  expect(await retry.getAttribute("aria-disabled")).toBe("true");
  await inspect(page, "limit");
  await page.clock.fastForward(3_600_000);
  const ready = chat.getByRole("button", { name: "Try again", exact: true });
  await ready.waitFor();
  expect(await ready.getAttribute("aria-disabled")).toBe("false");
}
