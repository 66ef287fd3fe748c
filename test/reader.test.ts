import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { systemClock } from "../src/lib/clock.ts";
import { updateProject } from "../src/projects/change-projects.ts";
import { makeLink, revokeLink } from "../src/projects/reader/share-links.ts";
import { axeFaults } from "./axe-faults.ts";
import { launchBrowser, openWindow } from "./browser.ts";
import { ask } from "./built-site.ts";
import { freePort } from "./free-port.ts";
import { createTestNode, readEvents, type TestNode } from "./harness.ts";
import { lookAt } from "./look-at.ts";
import { builtFiles } from "./serve-dashboard.ts";

const timeout = 600_000;
const operator = { kind: "operator" } as const;
const pages = {
  "index.md":
    "# Acme docs\n\nWelcome to [the guide](guides/rotation.md).\n\n## First\n\nOne.\n\n## Second\n\nTwo.",
  "guides/rotation.md": `# Rotation\n\n${"Some words before it.\n\n".repeat(40)}## Rotate a certificate\n\n<details>\n<summary>How often</summary>\n\nRun \`acme rotate\` once a year to rotate a certificate.\n\n</details>\n\n## After that\n\nRest.\n\n\`\`\`bash\nacme rotate --now\n\`\`\``,
  "guides/limits.md": "# Limits\n\n| Plan | Requests |\n| --- | --- |\n| Free | 10 |\n",
};

/** The page as its browser has it: no fault of access, none in the console, nothing from elsewhere. */
async function inspect(page: Page, name: string): Promise<void> {
  await lookAt(page, `reader-${name}`);
  expect(await axeFaults(page), name).toEqual([]);
}

async function citedPath(node: TestNode): Promise<string> {
  const text = "How often do I rotate a certificate?";
  const messages = [{ id: "1", role: "user", parts: [{ type: "text", text }] }];
  const events = await readEvents(await node.ask({ fp: "anonymous", messages, threadId: null }));
  const [first] = events.flatMap((event) => (event.type === "data-citations" ? event.data : []));
  return first?.url.slice("http://docent.test".length) ?? "";
}

test("a reader comes by a citation, searches by keyboard, and finds the way on a phone and in the dark", {
  timeout,
}, async () => {
  const clients = { reader: await builtFiles("reader") };
  const node = await createTestNode({ pages, clients });
  const url = await node.listen();
  const { page, problems } = await openWindow(await launchBrowser(), url);

  const path = await citedPath(node);
  expect(path).toMatch(/\?lines=\d+-\d+&of=[0-9a-f]{8}#rotate-a-certificate$/);
  await page.goto(`${url}${path}`);
  // It stands in a fold, which opens for it.
  await page.locator(".dx-cited").filter({ hasText: "once a year" }).last().waitFor();
  await page.getByText("Cited in the answer").waitFor();
  await expect.poll(() => page.evaluate("scrollY")).toBeGreaterThan(0);
  await inspect(page, "citation");

  const loading = Promise.withResolvers<void>();
  const hold = async (route: Route) => {
    await loading.promise;
    await route.continue();
  };
  await page.route(/\/-\/search\?prepare=now/, hold, { times: 1 });
  // The load begins with the pointer at the latest, before there is a dialog that says so.
  await page.locator("[data-search-open]").hover();
  await page.keyboard.press("/");
  const dialog = page.getByRole("dialog", { name: "Search the docs" });
  const said = dialog.getByText("The search is getting ready…");
  await said.first().waitFor();
  expect(await dialog.getByRole("status").textContent()).toBe(await said.first().textContent());
  loading.resolve();
  await said.first().waitFor({ state: "hidden" });
  expect(await dialog.getByRole("status").textContent()).toBe("");
  await page.keyboard.type("request");
  await dialog
    .getByRole("option", { name: /Limits/ })
    .first()
    .waitFor();
  await inspect(page, "search");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Limits" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/docs/acme/guides/limits");
  await page.keyboard.press("Control+k");
  await dialog.getByRole("option").first().waitFor();
  expect(await dialog.getByRole("group", { name: "Recent" }).count()).toBe(1);
  await page.keyboard.press("Escape");

  const theme = page.getByRole("button", { name: /^Theme/ });
  await theme.click();
  await theme.click();
  await page.reload();
  expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
  await page.evaluate("localStorage.clear()");

  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${url}/docs/acme`);
  const menu = page.getByRole("button", { name: "Menu" });
  await menu.click();
  const side = page.getByRole("navigation", { name: "Pages" });
  await side.getByRole("link", { name: "Rotation" }).waitFor();
  await page.keyboard.press("Escape");
  await side.waitFor({ state: "hidden" });
  await menu.click();
  await side.getByRole("link", { name: "Rotation" }).click();
  await page.getByRole("heading", { level: 1, name: "Rotation" }).waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole("button", { name: "No" }).click();
  await page.getByText("Thank you.").waitFor();
  await page.getByRole("textbox").fill("It is too short.");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("your words were sent").waitFor();
  const rows = await node.db.selectFrom("pageRatings").selectAll().execute();
  expect(rows.at(-1)).toMatchObject({ path: "guides/rotation.md", comment: "It is too short." });

  expect(problems).toEqual([]);
  await page.goto(`${url}/docs/acme/guides/rotatoin`);
  await page.getByRole("link", { name: "Rotation" }).last().waitFor();
  await inspect(page, "missing");
});

test("a reader asks on the page and from the search, and each source leads to its marked lines", {
  timeout,
}, async () => {
  const clients = { reader: await builtFiles("reader"), widget: await builtFiles("widget") };
  const node = await createTestNode({ pages, clients, port: await freePort() });
  const url = await node.listen();
  const { page, problems } = await openWindow(await launchBrowser(), url);
  await page.goto(`${url}/docs/acme/guides/limits`);
  await page.getByRole("button", { name: "Ask AI" }).click();
  const chat = page.getByRole("dialog", { name: "Ask AI" });
  await ask(chat, "How often do I rotate a certificate?");
  await inspect(page, "ask");
  await chat.getByLabel("Sources").getByRole("link").first().click();
  await page.getByRole("heading", { level: 1, name: "Rotation" }).waitFor();
  await page.locator(".dx-cited").filter({ hasText: "once a year" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/docs/acme/guides/rotation");

  await page.goto(`${url}/docs/acme`);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("how many requests are free?");
  await page.getByRole("option", { name: /^Ask AI/ }).waitFor();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  const answer = chat.getByRole("article").filter({ hasText: "how many requests are free?" });
  await answer.getByRole("button", { name: "Copy answer" }).waitFor();
  const rows = await node.db.selectFrom("messages").select("threadId").execute();
  expect(new Set(rows.map(({ threadId }) => threadId)).size).toBe(1);
  expect(problems).toEqual([]);
});

test("without a script a page is read and searched, and its menu opens", { timeout }, async () => {
  const clients = { reader: await builtFiles("reader") };
  const node = await createTestNode({ pages, clients });
  const url = await node.listen();
  const browser = await launchBrowser();
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 800 },
  });
  try {
    const page = await context.newPage();
    await page.goto(`${url}/docs/acme`);
    await page.getByRole("heading", { level: 1, name: "Acme docs" }).waitFor();
    await page.getByRole("link", { name: "Menu" }).click();
    await page
      .getByRole("navigation", { name: "Pages" })
      .getByRole("link", { name: "Limits" })
      .waitFor();
    await page.goto(`${url}/docs/acme/-/search?q=rotate`);
    await page.getByRole("heading", { level: 2, name: "Rotation" }).waitFor();
  } finally {
    await context.close();
  }
});

test("a shared link opens private docs until it is taken back or has expired", {
  timeout,
}, async () => {
  const clients = { reader: await builtFiles("reader") };
  const node = await createTestNode({ pages, clients });
  await updateProject(node, operator, { ...node.project, visibility: "private" });
  const url = await node.listen();
  const deps = { db: node.db, clock: systemClock };
  const link = { path: "", hours: 1 } as const;
  const projectId = node.project.id;
  const made = await makeLink(deps, operator, { projectId, publicUrl: url, link });
  const { page } = await openWindow(await launchBrowser(), url);
  await page.goto(`${url}/docs/acme/guides/limits`);
  await page.getByRole("heading", { name: "This page is private" }).waitFor();
  await page.goto(made.url);
  await page.getByRole("heading", { level: 1, name: "Acme docs" }).waitFor();
  expect(page.url()).toBe(`${url}/docs/acme`);
  await page.goto(`${url}/docs/acme/guides/limits`);
  await page.getByRole("heading", { level: 1, name: "Limits" }).waitFor();
  await revokeLink(deps, operator, { projectId, id: made.id });
  await page.reload();
  await page
    .getByText("expired or was taken back")
    .or(page.getByText("This page is private"))
    .first()
    .waitFor();

  const old = await makeLink(deps, operator, { projectId, publicUrl: url, link });
  await page.goto(old.url);
  await page.getByRole("heading", { level: 1, name: "Acme docs" }).waitFor();
  const expiresAt = new Date(Date.now() - 1000).toISOString();
  await node.db.updateTable("readerLinks").set({ expiresAt }).where("id", "=", old.id).execute();
  for (const address of [page.url(), old.url]) {
    await page.goto(address);
    await page.getByText("This link has expired or was taken back").waitFor();
    expect(await page.getByText("Welcome to").count()).toBe(0);
    await inspect(page, "expired-link");
  }
});
