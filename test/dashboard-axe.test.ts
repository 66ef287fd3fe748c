import { join } from "node:path";
import type { Page, Response } from "playwright-core";
import { expect, test } from "vitest";
import { axeFaults } from "./axe-faults.ts";
import { launchBrowser, openWindow } from "./browser.ts";
import {
  ask,
  closeWithEscape,
  leave,
  setupLinkOf,
  startJob,
  takeSetupLink,
  visit,
} from "./dashboard-steps.ts";
import { addManyProjects, type Filled, fillStore } from "./filled-store.ts";
import { lookAt } from "./look-at.ts";
import { newDataFolder, type ServerProcess, serveUntilEnd } from "./server-process.ts";

const firstLoadBytes = 130 * 1024;

type Walk = { page: Page; url: string; filled: Filled; look: (name: string) => Promise<void> };

test("every page, dialog, menu and hovered control can be read by everybody, on a phone too, and loads little", {
  timeout: 900_000,
}, async () => {
  const data = await newDataFolder();
  const server = await serveUntilEnd(["--data", data]);
  const { page, problems } = await openWindow(await launchBrowser(), server.url);
  const look = async (name: string) => {
    // Its widths are looked at below.
    if (process.env.DOCENT_SCREENSHOTS) await lookAt(page, name);
    const found = await inTime(name, axeFaults(page, "html", { withHover: true }));
    expect.soft(found, name).toEqual([]);
  };
  await walkSetUp(page, look, server);
  await takeSetupLink(page, server);
  const file = join(data, "docent.db");
  const filled = await fillStore(file, "docent");
  const loaded = await inTime("the first load", firstLoad(page, `${server.url}/dashboard/docent`));
  expect(loaded).toBeLessThan(firstLoadBytes);

  const walk = { page, url: server.url, filled, look };
  await walkShell(walk);
  await walkKeys(walk);
  await walkJobs(walk);
  await walkChanges(walk);
  await walkAsk(walk);
  await walkSettings(walk);
  await walkSharedLinks(walk);
  await walkRatedPages(walk);
  await walkPeople(walk);
  await addManyProjects(file);
  await walkProjects(walk);
  await walkOutside(walk);
  expect(problems.filter((problem) => !problem.includes("status of 404"))).toEqual([]);
});

/** What is run in a page has no time-out of its own: without one, nobody would know where a walk stands still. */
async function inTime<Result>(what: string, work: Promise<Result>): Promise<Result> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${what} did not come to its end`)), 240_000);
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}

/** As the browser has it from the wire: what every visitor waits for before anything can be seen. */
async function firstLoad(page: Page, address: string): Promise<number> {
  const scripts: Response[] = [];
  const note = (response: Response) => {
    if (response.request().resourceType() === "script") scripts.push(response);
  };
  page.on("response", note);
  await page.goto(address);
  await page.getByRole("button", { name: "Sync now" }).waitFor();
  page.off("response", note);
  expect(scripts).not.toEqual([]);
  const sizes = await Promise.all(scripts.map((script) => script.request().sizes()));
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
}

async function walkSetUp(page: Page, look: Walk["look"], server: ServerProcess): Promise<void> {
  await page.goto(`${server.url}/dashboard`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await look("needs-set-up");
  await page.goto(setupLinkOf(server));
  await page.getByLabel("Password", { exact: true }).fill("not long");
  await look("set-up");
}

async function walkShell({ page, url, look }: Walk): Promise<void> {
  await look("home");
  await page.getByRole("button", { name: "Settings and log out" }).click();
  await look("account-menu");
  await closeWithEscape(page, page.getByRole("menu"));
  await page.getByRole("button", { name: "Choose another project" }).click();
  await look("project-menu");
  await closeWithEscape(page, page.getByRole("menu"));
  await leave(page, "Log out everywhere");
  await look("log-out-everywhere");
  await closeWithEscape(page, page.getByRole("dialog"));
  await expectFocus(page, "Settings and log out");
  await walkHomeDialogs(page, look);
  await walkPalette(page, look);
  await page.goto(`${url}/dashboard/docent/nowhere`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await look("not-found");
}

async function walkHomeDialogs(page: Page, look: Walk["look"]): Promise<void> {
  await page.getByRole("button", { name: "Connection" }).click();
  const connection = page.getByRole("dialog", { name: "Connection" });
  await connection.getByRole("button", { name: "Check connection" }).click();
  await connection.getByText("Git reads the source.").waitFor();
  await look("connection");
  await closeWithEscape(page, connection);
  await expectFocus(page, "Connection");
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByRole("dialog", { name: "What jobs may write" }).waitFor();
  await look("extra-paths");
  await closeWithEscape(page, page.getByRole("dialog"));
  await expectFocus(page, "Change");
}

async function walkPalette(page: Page, look: Walk["look"]): Promise<void> {
  await page.getByRole("button", { name: "Sync now" }).focus();
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  const field = palette.getByRole("combobox");
  await palette.getByRole("option", { name: "Translate the quickstart" }).waitFor();
  await look("palette");
  await page.keyboard.press("Escape");
  await palette.waitFor({ state: "detached" });
  await expectFocus(page, "Sync now");

  await page.getByRole("button", { name: "Search" }).click();
  await field.fill("nginx");
  await palette
    .getByRole("option", { name: /^Write a page about running behind nginx/ })
    .first()
    .waitFor();
  await palette.getByRole("option", { name: "Overview" }).waitFor({ state: "detached" });
  await look("palette-search");
  await field.fill("api keys");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "API keys" }).waitFor();
  await palette.waitFor({ state: "detached" });
  expect(await page.evaluate("document.activeElement.id")).toBe("main");

  await page.getByRole("button", { name: "Create key" }).click();
  await page.keyboard.press("ControlOrMeta+k");
  expect(await page.getByRole("dialog").count()).toBe(1);
  await closeWithEscape(page, page.getByRole("dialog"));
  await expectFocus(page, "Create key");
}

/** By keys alone, from any page to another. */
async function takePalette(page: Page, words: string, title: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill(words);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
}

async function walkKeys({ page, url, look }: Walk): Promise<void> {
  await page.goto(`${url}/dashboard/docent`);
  await visit(page, "API keys");
  await page.getByRole("row", { name: "Staging site" }).waitFor();
  await look("keys");
  await page.getByRole("button", { name: "Add chat with Docs site" }).click();
  const chat = page.getByRole("dialog", { name: "Docs site" });
  await chat
    .frameLocator("iframe[title='Preview of the chat']")
    .getByRole("dialog", { name: "Ask AI" })
    .waitFor();
  await look("add-chat");
  await closeWithEscape(page, chat);
  await expectFocus(page, "Add chat with Docs site");
  await page.getByRole("button", { name: "Create key" }).click();
  await look("create-key");
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  await page.getByRole("button", { name: "I have stored the key" }).waitFor();
  await look("created-key");
  await page.getByRole("button", { name: "I have stored the key" }).click();
  await expectFocus(page, "Create key");
  await page.getByRole("button", { name: "Revoke Staging site" }).click();
  await look("revoke-key");
  await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click();
  await page.getByRole("button", { name: "Revoke Staging site" }).waitFor({ state: "detached" });
  expect(await page.evaluate("document.activeElement.tagName")).not.toBe("BODY");
}

async function walkJobs({ page, url, filled, look }: Walk): Promise<void> {
  await visit(page, "Jobs");
  await page.getByRole("main").getByRole("listitem").first().waitFor();
  await look("jobs");
  await page.getByRole("button", { name: "New job" }).click();
  await page.getByRole("dialog").waitFor();
  await look("new-job");
  await closeWithEscape(page, page.getByRole("dialog"));
  await expectFocus(page, "New job");
  await page.goto(`${url}/dashboard/docent/jobs/${filled.running}`);
  await page.getByText("Looking for the pages that speak of limits").waitFor();
  await look("job-running");
  await page.getByRole("button", { name: "Cancel job" }).click();
  await look("cancel-job");
  await closeWithEscape(page, page.getByRole("dialog"));
  await page.goto(`${url}/dashboard/docent/jobs/${filled.failed}`);
  await page.getByText("529").first().waitFor();
  await look("job-failed");
}

async function walkChanges({ page, look }: Walk): Promise<void> {
  const branch = "docs/reader-mark";
  await startJob(page, {
    branch,
    instruction: "Replace “fingerprint” with “reader mark” everywhere.",
  });
  await page.getByRole("main").getByText("Completed", { exact: true }).waitFor();
  await look("job-completed");
  await visit(page, "Changes");
  await page.getByRole("link", { name: /^Replace “fingerprint”/ }).waitFor();
  await look("changes");
  await page.getByRole("link", { name: /^Replace “fingerprint”/ }).click();
  await page.getByRole("region", { name: "Files changed" }).waitFor();
  await look("change");
  const file = page.locator("article[data-path]").first();
  await file.getByRole("button", { name: "After" }).click();
  await file.frameLocator("iframe").locator("p").first().waitFor();
  await look("change-rendered");
  await page.getByRole("button", { name: "Merge", exact: true }).click();
  await look("merge");
  await closeWithEscape(page, page.getByRole("dialog"));
  await expectFocus(page, "Merge");
}

async function walkAsk({ page, look }: Walk): Promise<void> {
  await visit(page, "Ask");
  await look("ask");
  const answer = await ask(page, "How do I rotate a key without downtime?");
  await look("answer");
  await answer.getByRole("button", { name: "Citation 1" }).click();
  await page.locator(".citation:popover-open").waitFor();
  await look("citation");
  await page.keyboard.press("Escape");
  for (const [button, dialog] of [
    ["Why this answer", "Why this answer"],
    ["Bad answer", "What is wrong with it?"],
  ] as const) {
    await answer.getByRole("button", { name: button }).click();
    await page.getByRole("dialog", { name: dialog }).waitFor();
    await look(button.toLowerCase().replaceAll(" ", "-"));
    await closeWithEscape(page, page.getByRole("dialog"));
    await expectFocus(page, button);
  }
}

async function walkSettings({ page, look }: Walk): Promise<void> {
  await visit(page, "Settings");
  const parts = page.getByRole("main").getByRole("navigation");
  for (const part of await parts.getByRole("link").allInnerTexts()) {
    const link = parts.getByRole("link", { name: part, exact: true });
    await link.click();
    await link.and(page.locator("[aria-current=page]")).waitFor();
    await look(`settings-${part.toLowerCase().replaceAll(" ", "-")}`);
  }
  await parts.getByRole("link", { name: "Sources", exact: true }).click();
  for (const [button, dialog] of [
    ["Add source", "Add a source"],
    ["Edit", "Edit source"],
  ] as const) {
    await page.getByRole("button", { name: button, exact: true }).click();
    await page.getByRole("dialog", { name: dialog }).waitFor();
    await look(dialog.toLowerCase().replaceAll(" ", "-"));
    await closeWithEscape(page, page.getByRole("dialog"));
    await expectFocus(page, button);
  }
}

async function walkSharedLinks({ page, look }: Walk): Promise<void> {
  await page.getByRole("link", { name: "Reader and links", exact: true }).click();
  await page.getByRole("button", { name: "Share by link" }).click();
  const form = page.getByRole("dialog", { name: "Share by link" });
  await form.waitFor();
  await look("share-by-link");
  await form.getByRole("button", { name: "Make the link" }).click();
  await page.getByTestId("one-time-link").waitFor();
  await look("shared-link");
  await page.getByRole("button", { name: "I have copied the link" }).click();
  await page.getByRole("button", { name: "Take back the link to All pages" }).waitFor();
  await expectFocus(page, "Share by link");
  await look("settings-with-shared-link");
}

async function walkRatedPages({ page, look }: Walk): Promise<void> {
  await visit(page, "Insights");
  await page.getByRole("link", { name: "Pages", exact: true }).click();
  await page.getByRole("radio", { name: /^Rated by readers/ }).check();
  await page.getByText("Which file is it?").waitFor();
  await look("pages-rated-by-readers");
}

async function walkPeople({ page, url, look }: Walk): Promise<void> {
  await leave(page, "Members");
  await page.getByRole("button", { name: "Invite somebody" }).click();
  const form = page.getByRole("dialog", { name: "Invite somebody" });
  await form.getByLabel("Your own email").fill("olga@a.example");
  await look("invite-somebody");
  await form.getByRole("button", { name: "Make the link" }).click();
  const link = (await page.getByTestId("one-time-link").textContent()) ?? "";
  await look("invitation-link");
  await page.getByRole("button", { name: "I have copied the link" }).click();
  await page.getByRole("heading", { name: "Open invitations" }).waitFor();
  await expectFocus(page, "Invite somebody");
  await look("members");
  await walkMember(page, look);
  await takePalette(page, "audit", "Activity");
  await page.getByRole("row", { name: "Invite somebody" }).waitFor();
  await look("activity");
  await page.getByRole("link", { name: "Your account" }).click();
  await page.getByText("this browser").waitFor();
  await look("account");
  await page.goto(`${url}/dashboard/invite`);
  await page.getByText("Open the whole link").waitFor();
  await look("invite-without-token");
  await page.goto(link);
  await page.getByText("You become a viewer of this dashboard").waitFor();
  await look("invite");
}

async function walkMember(page: Page, look: Walk["look"]): Promise<void> {
  await page.getByRole("button", { name: "Manage Vera" }).click();
  const member = page.getByRole("dialog", { name: "Vera", exact: true });
  await member.waitFor();
  await look("member");
  for (const [button, title] of [
    ["Remove", "Remove Vera?"],
    ["Reset log-in", "Reset how Vera logs in?"],
  ] as const) {
    await member.getByRole("button", { name: button }).click();
    await page.getByRole("dialog", { name: title }).waitFor();
    await look(`member-${button.toLowerCase().replace(" ", "-")}`);
    await closeWithEscape(page, page.getByRole("dialog", { name: title }));
  }
  await closeWithEscape(page, member);
  await expectFocus(page, "Manage Vera");
}

async function walkProjects({ page, url, look }: Walk): Promise<void> {
  await page.goto(`${url}/dashboard`);
  await page.getByRole("heading", { level: 1, name: "Projects" }).waitFor();
  await page.getByLabel("Search projects").waitFor();
  await look("projects");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("option", { name: "Your account" }).waitFor();
  await look("palette-without-project");
  await closeWithEscape(page, page.getByRole("dialog"));
  await takePalette(page, "docent", "Docent");
  await page.getByRole("button", { name: "choose another project" }).click();
  await page.getByRole("dialog", { name: "Choose a project" }).waitFor();
  await look("project-chooser");
  await closeWithEscape(page, page.getByRole("dialog"));
  await expectFocus(page, "choose another project");
}

async function walkOutside({ page, url, look }: Walk): Promise<void> {
  await page.goto(`${url}/docs/docent/keys-and-security`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await look("docs-page");
  await page.goto(`${url}/reference`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await look("reference");
  await page.goto(`${url}/dashboard/docent`);
  await leave(page, "Log out");
  await page.getByRole("heading", { name: "Log in" }).waitFor();
  await look("log-in");
}

async function expectFocus(page: Page, name: string): Promise<void> {
  const words = `document.activeElement.textContent + document.activeElement.ariaLabel`;
  await expect.poll(() => page.evaluate(words)).toContain(name);
}
