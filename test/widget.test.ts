import type { Locator, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { launchBrowser, openWindow } from "./browser.ts";
import { startFakeOpenAi } from "./fake-openai.ts";
import { freePort } from "./free-port.ts";
import { samplePages } from "./harness.ts";
import { lookAt } from "./look-at.ts";
import { makeTree } from "./make-tree.ts";
import {
  newDataFolder,
  runDocent,
  type ServerProcess,
  type Settings,
  startDocent,
  untilListening,
} from "./server-process.ts";
import { widgetAxeFaults as axeFaults } from "./widget-axe.ts";
import { type Site, serveSite } from "./widget-site.ts";

const claim = "Run `acme keys revoke ID` to revoke a key at once [1].";
const words = claim.split(/(?<= )/);
const slowly = { pieces: ["Well. ", ...words], pauseMs: 350 };

type Place = {
  server: ServerProcess;
  /** The same server anew. */
  start(): Promise<ServerProcess>;
  data: string;
  site: Site;
  page: Page;
  problems: string[];
};

test("a widget on another site: ask, cite, rate, tabs, restart, select, phone, languages, faults", {
  timeout: 420_000,
}, async () => {
  const model = await startFakeOpenAi((_request, number) =>
    [2, 3].includes(number) ? slowly : { pieces: [claim] },
  );
  onTestFinished(model.close);
  const place = await setUp({ DOCENT_MODEL_URL: model.url, DOCENT_MODEL_SONNET: "scripted" });
  const { page, problems } = place;
  await openWhenReachable(place);
  await askByKeyboard(place);
  await openCitation(page);
  await rateBadly(page);
  expect(await axeFaults(page)).toEqual([]);
  await lookAt(page, "70-widget-answer");
  await searchAndStart(page);
  await askAboutSelection(page);
  expect(model.requests).toHaveLength(2);
  await followInSecondTab(place);
  expect(model.requests, "the second tab reads the same answer").toHaveLength(3);
  expect(problems.filter((one) => !one.startsWith(`request to ${place.server.url}/`))).toEqual([]);
  await restartInTheMiddle(place);
  await usePhone(place);
  await destroyAll(place);
  await refuse(place);
});

async function setUp(settings: Settings): Promise<Place> {
  const { root } = await makeTree(samplePages);
  const data = await newDataFolder();
  const port = await freePort();
  const args = [
    "serve",
    "--port",
    String(port),
    "--data",
    data,
    "--docs",
    root,
    "--domain",
    "acme",
  ];
  const start = () => untilListening(startDocent(args, settings));
  const server = await start();
  const docent = server.url;
  const site = await serveSite({ docent, key: "" });
  const key = await makeKey(data, site.url);
  const { page, problems } = await openWindow(await launchBrowser(), site.url);
  const withKey: Site = { ...site, page: (more = {}) => site.page({ key, ...more }) };
  const place = { server, data, site: withKey, page, problems, start };
  onTestFinished(async () => void (await place.server.end("SIGKILL")));
  return place;
}

async function makeKey(data: string, origin: string): Promise<string> {
  const args = ["--domain", "acme", "--kind", "assistant", "--origin", origin];
  const { stdout } = await runDocent(["keys", "create", "--data", data, ...args]);
  return stdout.trim();
}

const panelOn = (page: Page): Locator => page.getByRole("dialog", { name: "Ask AI" });
const boxOn = (page: Page): Locator => page.getByLabel("Your question");
const answerOn = (page: Page): Locator => page.locator("docent-widget article").last();
const wholeOn = (page: Page): Locator =>
  answerOn(page).getByRole("button", { name: "Copy answer" });

/** The server is away when the button is pressed; an element of the page has the id Docent, and in it ⌘I is italics. */
async function openWhenReachable({ page, site, problems }: Place): Promise<void> {
  await page.route("**/widget-assets/panel-*", (route) => route.abort());
  await page.goto(site.page({ lang: "de" }));
  await page.getByRole("button", { name: "KI fragen" }).click();
  const again = page.getByRole("status").getByRole("button", { name: "Erneut versuchen" });
  await again.waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await lookAt(page, "76-widget-unreachable");
  await page.unroute("**/widget-assets/panel-*");
  await again.click();
  const panel = page.getByRole("dialog", { name: "KI fragen" });
  await panel.waitFor();
  expect(await again.count()).toBe(0);
  await page.keyboard.press("Control+i");
  await panel.waitFor({ state: "hidden" });
  await page.locator("#Docent").selectText();
  await page.keyboard.press("Control+i");
  await page.locator("#Docent i").waitFor();
  expect(await panel.isVisible()).toBe(false);
  problems.length = 0;
}

/** From the page to the answer and back without a pointer. */
async function askByKeyboard({ page, site }: Place): Promise<void> {
  await page.goto(site.page());
  await page.locator("#own").focus();
  await page.getByRole("button", { name: "Ask AI" }).waitFor();
  await page.keyboard.press("Control+i");
  await panelOn(page).waitFor();
  await page.getByRole("button", { name: "How do I create a key?" }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await lookAt(page, "71-widget-home");
  await page.keyboard.type("How do I revoke a key?");
  await page.keyboard.press("Enter");
  await wholeOn(page).waitFor();
  expect(await answerOn(page).innerText()).toContain("to revoke a key at once");
  await page
    .getByRole("status")
    .getByText(/The answer is complete\. Run acme keys/)
    .waitFor();
  await page.keyboard.press("Escape");
  await panelOn(page).waitFor({ state: "hidden" });
  expect(await page.evaluate("document.activeElement.id"), "the focus returns").toBe("own");
  await page.keyboard.press("Control+i");
}

async function openCitation(page: Page): Promise<void> {
  const marker = answerOn(page).getByRole("button", { name: "Source 1: Keys" });
  await marker.press("Enter");
  const card = page.getByRole("group", { name: "Keys › Revoke a key" });
  await card.getByText("Run `acme keys revoke ID`").waitFor();
  // A change of the width opens the panel anew, and closes the card.
  expect(await axeFaults(page, [1_280])).toEqual([]);
  const href = await card.getByRole("link").getAttribute("href");
  expect(href).toMatch(/\/docs\/acme\/keys.*#revoke-a-key$/);
  await page.keyboard.press("Escape");
  await card.waitFor({ state: "hidden" });
  await panelOn(page).waitFor();
}

async function rateBadly(page: Page): Promise<void> {
  await answerOn(page).getByRole("button", { name: "Bad answer" }).click();
  const form = answerOn(page).getByLabel("What was wrong or missing?");
  await form.fill("Too short.");
  const [sent] = await Promise.all([
    // The thumb alone was sent before, and its reply may come late.
    page.waitForResponse(
      (response) => response.request().postData()?.includes("Too short") ?? false,
    ),
    answerOn(page).getByRole("button", { name: "Send" }).click(),
  ]);
  expect(sent.status()).toBe(200);
  expect(sent.request().postDataJSON()).toMatchObject({ rating: "down", comment: "Too short." });
  await answerOn(page).getByText("Thank you").waitFor();
}

async function searchAndStart(page: Page): Promise<void> {
  await page.getByRole("button", { name: "New conversation" }).click();
  await boxOn(page).fill("revoke");
  const rows = page.getByRole("list", { name: "Search results" });
  await rows.getByRole("link", { name: /Keys/ }).first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  expect(await page.locator("docent-widget a:focus").getAttribute("href")).toContain(
    "/docs/acme/keys",
  );
  expect(await axeFaults(page)).toEqual([]);
  await lookAt(page, "72-widget-search");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await boxOn(page).fill("");
}

async function askAboutSelection(page: Page): Promise<void> {
  await page.locator("#about").selectText();
  await page.getByRole("button", { name: "Ask about this", exact: true }).click();
  await panelOn(page).getByText("A key lets a program call").waitFor();
  await panelOn(page).getByRole("button", { name: "Remove" }).click();
  await page.locator("pre").hover();
  await page.getByRole("button", { name: "Ask about this code" }).click();
  const asked = page.waitForRequest((request) => request.url().includes("/message?"));
  await boxOn(page).fill("What does it do?");
  await page.keyboard.press("Enter");
  const body = (await asked).postDataJSON();
  expect(body).toMatchObject({
    currentPath: "/keys",
    context: [{ type: "code", path: "/keys", elementId: "make" }],
  });
  expect(body.context[0].value).toMatch(/acme keys\s+create/i);
  await wholeOn(page).waitFor();
}

/** The third answer is slow: another tab shows it too, and it is asked for once. */
async function followInSecondTab({ page, site }: Place): Promise<void> {
  const second = await page.context().newPage();
  await second.goto(site.page());
  await second.getByRole("button", { name: "Ask AI" }).click();
  await boxOn(second).waitFor();
  await boxOn(page).fill("How do I revoke a key again?");
  await boxOn(page).press("Enter");
  await answerOn(second).getByText("Well.").waitFor();
  await page.reload();
  await Promise.all([wholeOn(page).waitFor(), wholeOn(second).waitFor()]);
  const texts = await Promise.all(
    [page, second].map((one) => one.locator("docent-widget h3").allInnerTexts()),
  );
  expect(texts[0]).toEqual(texts[1]);
  expect(await answerOn(second).innerText()).toContain("at once");
  await second.close();
}

async function restartInTheMiddle(place: Place): Promise<void> {
  const { page, server } = place;
  await boxOn(page).fill("And what if I lose it?");
  await boxOn(page).press("Enter");
  await answerOn(page).getByText("Well.").waitFor();
  await server.end("SIGKILL");
  place.server = await place.start();
  await answerOn(page).getByText("The answer broke off.").waitFor();
  await lookAt(page, "73-widget-broken");
  await answerOn(page).getByRole("button", { name: "Try again" }).click();
  await wholeOn(page).waitFor();
  expect(await page.locator("docent-widget article").count()).toBe(3);
}

/** A phone, right to left, with little motion and a colour that nobody could read on white. */
async function usePhone({ page, site }: Place): Promise<void> {
  await page.setViewportSize({ width: 390, height: 760 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(site.page({ lang: "ar", accent: "#ffe34d" }));
  await page.getByRole("button", { name: "اسأل الذكاء الاصطناعي" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("article").last().waitFor();
  const looks = await page.evaluate(`(() => {
    const sheet = document.querySelector("docent-widget").shadowRoot.querySelector("dialog");
    const { direction, animationName } = getComputedStyle(sheet);
    return { direction, animationName, isModal: sheet.matches(":modal") };
  })()`);
  expect(looks).toEqual({ direction: "rtl", animationName: "none", isModal: true });
  const box = await sheet.boundingBox();
  expect([box?.x, box?.y, box?.width, box?.height]).toEqual([0, 0, 390, 760]);
  expect(await axeFaults(page)).toEqual([]);
  await lookAt(page, "74-widget-arabic");
  await page.setViewportSize({ width: 1_280, height: 800 });
  await page.emulateMedia({ reducedMotion: null });
}

async function destroyAll({ page, site }: Place): Promise<void> {
  await page.goto(site.page({ mode: "modal" }));
  await page.getByRole("button", { name: "Ask AI" }).click();
  await panelOn(page).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await lookAt(page, "75-widget-modal");
  await page.evaluate("Docent.destroy()");
  await page.locator("docent-widget").waitFor({ state: "detached" });
  await page.keyboard.press("Control+i");
  await page.locator("#about").selectText();
  expect(await page.evaluate("document.body.children.length"), "the page and its script").toBe(2);
  await page.evaluate("localStorage.clear()");
}

/** Another site may not use the key, and nobody may once it is revoked: both are said kindly, and the owner is told more. */
async function refuse({ page, site, data, server }: Place): Promise<void> {
  const key = new URL(site.page()).searchParams.get("key") ?? "";
  const other = await serveSite({ docent: server.url, key });
  const told: string[] = [];
  page.on("console", (message) => told.push(message.text()));
  await askOnce(page, other.page());
  await answerOn(page).getByText("The assistant is not set up for this site.").waitFor();
  expect(told.join("\n")).toContain(`may not be used on ${other.url}`);
  expect(await axeFaults(page)).toEqual([]);
  const { stdout } = await runDocent(["keys", "list", "--data", data, "--domain", "acme"]);
  const id = stdout
    .split("\n")
    .find((line) => line.includes(site.url))
    ?.match(/key_\w+/)?.[0];
  await runDocent(["keys", "revoke", "--data", data, id ?? ""]);
  await askOnce(page, site.page());
  await answerOn(page).getByText("The assistant is switched off on this site").waitFor();
  expect(await answerOn(page).getByRole("button", { name: "Try again" }).count()).toBe(0);
}

async function askOnce(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("button", { name: "Ask AI" }).waitFor();
  await page.evaluate("Docent.open()");
  await boxOn(page).fill("How do I revoke a key?");
  await boxOn(page).press("Enter");
}
