import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { expect, test } from "vitest";
import { deleteSessionsOf } from "../src/store/access/member-sessions.ts";
import { findMemberBy } from "../src/store/access/members.ts";
import { openDatabase } from "../src/store/database.ts";
import { axeFaults } from "./axe-faults.ts";
import { launchBrowser, openWindow } from "./browser.ts";
import { closeWithEscape, leave, password, takeSetupLink } from "./dashboard-steps.ts";
import { freePort } from "./free-port.ts";
import { lookAt } from "./look-at.ts";
import { makeRepository } from "./make-repository.ts";
import { newDataFolder, type ServerProcess, serveUntilEnd } from "./server-process.ts";
import { startProvider } from "./sign-in/start-provider.ts";

const vera = { name: "Vera", email: "vera@example.com", password: "the password of vera" };

test("an owner invites a viewer who can change nothing, makes an editor of her, and reads who did what", {
  timeout: 400_000,
}, async () => {
  const { server, issuer, data } = await serve();
  const browser = await launchBrowser();
  const owner = await openWindow(browser, server.url);
  await takeSetupLink(owner.page, server);
  const link = await inviteViewer(owner.page);
  await useToken(owner.page, server);
  const invited = await openWindow(browser, server.url);
  await acceptInvitation(invited.page, link);
  await expectViewer(invited.page);
  await makeEditor(owner.page);
  await expectEditor(invited.page);
  await logInByEmail(invited.page);
  await keepsTextThroughLogIn(invited.page, data);
  const refusals = invited.problems.filter((one) => !/status of 403|status of 401/.test(one));
  expect(refusals).toEqual([]);
  await connect(invited.page, server, issuer);
  await signOn(browser, server, issuer);
  await readActivity(owner.page);
  await visitAccount(owner.page);
  const unmeant = owner.problems.filter((one) => !one.endsWith("(/v1/audit)"));
  expect(unmeant, "but for the export that was made to fail").toEqual([]);
});

async function serve(): Promise<{ server: ServerProcess; issuer: string; data: string }> {
  const { path } = await makeRepository({ "a.md": "# A\n\nOne.\n" });
  const port = await freePort();
  const issuer = await startProvider(`http://127.0.0.1:${port}`);
  const data = await newDataFolder();
  const args = ["--data", data, "--docs", path, "--domain", "acme"];
  const server = await serveUntilEnd([...args, "--port", String(port)], {
    DOCENT_OIDC_ISSUER: issuer,
    DOCENT_OIDC_CLIENT_ID: "docent",
    DOCENT_OIDC_CLIENT_SECRET: "a secret of the client",
    DOCENT_OIDC_NAME: "Acme",
    DOCENT_PUBLIC_URL: `http://127.0.0.1:${port}`,
  });
  return { server, issuer, data };
}

/** What looks otherwise for a viewer or with single sign-on; the journey with axe looks at the rest. */
async function check(page: Page, name: string): Promise<void> {
  await lookAt(page, name);
  expect(await axeFaults(page), name).toEqual([]);
}

async function openPeople(page: Page, item: string): Promise<void> {
  await leave(page, item);
  await page.getByRole("heading", { level: 1, name: item, exact: true }).waitFor();
}

/** A token is made with one's own password, shown once, used by a program, and revoked. */
async function useToken(page: Page, server: ServerProcess): Promise<void> {
  await page.getByRole("button", { name: "Create a token" }).click();
  const form = page.getByRole("dialog", { name: "Create a token" });
  await form.getByLabel("Label").fill("Terraform");
  await form.getByLabel("Your password").fill(password);
  await check(page, "92-token-dialog");
  await form.getByRole("button", { name: "Create token" }).click();
  const shown = page.getByRole("dialog", { name: "Your new token" });
  const token = (await shown.getByTestId("new-token").textContent()) ?? "";
  await check(page, "92-token");
  await shown.getByRole("button", { name: "I have stored the token" }).click();
  const send = () =>
    fetch(`${server.url}/v1/projects`, { headers: { authorization: `Bearer ${token}` } });
  expect((await send()).status).toBe(200);
  await page.getByText(`svc_own_…${token.slice(-4)}`).waitFor();
  await check(page, "92-tokens");
  await page.getByRole("button", { name: "Revoke the token Terraform" }).click();
  await page.getByText("revoked", { exact: true }).waitFor();
  expect((await send()).status).toBe(401);
}

async function inviteViewer(page: Page): Promise<string> {
  await openPeople(page, "Members");
  await page.getByRole("button", { name: "Manage Owner" }).waitFor();
  await lookAt(page, "90-members");
  await page.getByRole("button", { name: "Invite somebody" }).click();
  const form = page.getByRole("dialog", { name: "Invite somebody" });
  await form.getByLabel("Your own email").fill("olga@example.com");
  await lookAt(page, "91-invite");
  await form.getByRole("button", { name: "Make the link" }).click();
  const shown = page.getByRole("dialog", { name: "Invitation" });
  const link = (await shown.getByTestId("one-time-link").textContent()) ?? "";
  await lookAt(page, "92-invitation-link");
  await shown.getByRole("button", { name: "I have copied the link" }).click();
  await page.getByRole("heading", { name: "Open invitations" }).waitFor();
  return link;
}

async function acceptInvitation(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByText("You become a viewer of this dashboard").waitFor();
  expect(page.url(), "the token must not stay in the address").not.toContain("#");
  await page.getByLabel("Your name").fill(vera.name);
  await page.getByLabel("Email").fill(vera.email);
  await page.getByLabel("Password", { exact: true }).fill(vera.password);
  await check(page, "93-invited");
  await page.getByRole("button", { name: "Accept and log in" }).click();
  await page.getByRole("navigation").getByRole("link", { name: "Jobs", exact: true }).waitFor();
}

/** Sees every page, and finds nothing to press that would change something. */
async function expectViewer(page: Page): Promise<void> {
  const navigation = page.getByRole("navigation");
  for (const section of ["Jobs", "Changes", "API keys"]) {
    await navigation.getByRole("link", { name: section, exact: true }).click();
    await page.getByRole("heading", { level: 1, name: section }).waitFor();
    await check(page, `94-viewer-${section.toLowerCase().replace(" ", "-")}`);
    for (const name of ["New job", "Create key", "Merge"])
      expect(await page.getByRole("button", { name }).count(), `${name} at ${section}`).toBe(0);
  }
  expect(await sendAs(page, "/v1/projects/acme/sync")).toBe(403);
  expect(await sendAs(page, "/v1/invitations")).toBe(403);
  await page.goto(new URL("/dashboard/members", page.url()).href);
  await page.getByText("Only an owner sees this page").waitFor();
  await check(page, "95-owners-only");
}

/** What a page of the dashboard could send, whatever it shows. */
function sendAs(page: Page, path: string): Promise<number> {
  return page.evaluate(
    async (address) =>
      (
        await fetch(address, {
          method: "POST",
          headers: { "x-docent-dashboard": "1", "content-type": "application/json" },
          body: "{}",
        })
      ).status,
    path,
  );
}

async function makeEditor(page: Page): Promise<void> {
  await page.reload();
  await page.getByRole("button", { name: `Manage ${vera.name}` }).click();
  const dialog = page.getByRole("dialog", { name: vera.name });
  await dialog.getByText("Editor", { exact: true }).click();
  await lookAt(page, "96-member");
  await dialog.getByRole("button", { name: "Save role" }).click();
  await dialog.waitFor({ state: "detached" });
}

async function expectEditor(page: Page): Promise<void> {
  expect(await sendAs(page, "/v1/projects/acme/sync")).toBe(200);
  expect(await sendAs(page, "/v1/invitations")).toBe(403);
  await page.goto(new URL("/dashboard/acme/jobs", page.url()).href);
  await page.getByRole("button", { name: "New job" }).first().waitFor();
}

async function logInByEmail(page: Page): Promise<void> {
  await leave(page, "Log out");
  await page.getByRole("heading", { name: "Log in" }).waitFor();
  await check(page, "97-log-in");
  await enter(page);
}

async function enter(page: Page): Promise<void> {
  await page.getByLabel("Email").fill(vera.email);
  await page.getByLabel("Password", { exact: true }).fill(vera.password);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "New job" }).first().waitFor();
}

/** Her session ends in the moment in which she sends what she wrote. */
async function keepsTextThroughLogIn(page: Page, data: string): Promise<void> {
  const text = "Say on every page what a session is, and when it ends";
  const form = page.getByRole("dialog", { name: "New job" });
  await page.getByRole("button", { name: "New job" }).first().click();
  await form.getByLabel("Instruction").fill(text);
  await page.route(/\/job$/, async (route) => {
    const db = await openDatabase({ kind: "sqlite", file: join(data, "docent.db") });
    const member = await findMemberBy(db, "email", vera.email);
    await deleteSessionsOf(db, member?.id ?? "");
    await db.destroy();
    await route.continue();
  });
  await form.getByRole("button", { name: "Start job" }).click();
  await page.getByRole("heading", { name: "Log in" }).waitFor();
  await page.unroute(/\/job$/);
  await enter(page);
  expect(await form.getByLabel("Instruction").inputValue(), "what was typed is lost").toBe(text);
  await closeWithEscape(page, form);
}

/** The email that she gave herself proves nothing, so she connects the provider with her password. */
async function connect(page: Page, server: ServerProcess, issuer: string): Promise<void> {
  await openPeople(page, "Your account");
  await check(page, "97-connect");
  await page.getByLabel("Your password", { exact: true }).fill(vera.password);
  await page.getByRole("button", { name: "Connect Acme" }).click();
  await passProvider(page, issuer);
  await page.waitForURL(`${server.url}/dashboard/account`);
  await page.getByRole("button", { name: "Disconnect Acme" }).waitFor();
}

async function passProvider(page: Page, issuer: string): Promise<void> {
  await page.waitForURL((url) => url.origin === issuer);
  await page.locator("input[name=login]").fill(vera.email);
  await page.locator("input[name=password]").fill("any");
  await page.locator("button[type=submit]").click();
  await page.getByRole("button", { name: "Continue" }).click();
}

/** A browser that has never been here comes in through the provider. */
async function signOn(browser: Browser, server: ServerProcess, issuer: string): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${server.url}/dashboard/acme/jobs`);
  await page.getByRole("link", { name: "Continue with Acme" }).click();
  await passProvider(page, issuer);
  await page.waitForURL(`${server.url}/dashboard/acme/jobs`);
  await page.getByRole("button", { name: "New job" }).first().waitFor();
  await context.close();
}

async function readActivity(page: Page): Promise<void> {
  await openPeople(page, "Activity");
  const rows = page.getByRole("main").getByRole("row");
  for (const action of [
    "Invite somebody",
    "Accept an invitation",
    "Change a member's role",
    "Sync the docs",
    "Connect single sign-on",
    "Log in by single sign-on",
  ])
    await rows.filter({ hasText: action }).first().waitFor();
  await lookAt(page, "98-activity");
  await page.getByLabel("Search activity").fill("vera sync");
  await page.waitForURL(/q=vera/);
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByLabel("Search activity").fill("");
  await page.getByLabel("Person").selectOption(vera.name);
  await page.waitForURL(/actor=mem_/);
  await page.getByLabel("Project", { exact: true }).selectOption("acme");
  await page.waitForURL(/actor=mem_\w+&project=acme/);
  await expect.poll(() => rows.count()).toBe(2);
  await page.route(/format=csv/, (route) => route.abort());
  await page.getByRole("button", { name: "Export CSV" }).click();
  await page.getByText("The export did not work").waitFor();
  await page.unroute(/format=csv/);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toBe("activity.csv");
}

async function visitAccount(page: Page): Promise<void> {
  await openPeople(page, "Your account");
  await page.getByText("this browser").waitFor();
  await check(page, "99-account");
  await page.getByLabel("Name").fill("Olga");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Your name and email are saved.").waitFor();
}
