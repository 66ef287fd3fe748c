import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { launchBrowser, openWindow } from "./browser.ts";
import { startJob, takeSetupLink } from "./dashboard-steps.ts";
import { fakeGitea } from "./forges/fake-gitea.ts";
import { createForgeState } from "./forges/forge-state.ts";
import { freePort } from "./free-port.ts";
import { lookAt } from "./look-at.ts";
import { newDataFolder, serveUntilEnd } from "./server-process.ts";

const token = "tok-docent-bot";
const pages = {
  "keys.md": "---\ntitle: Keys\n---\n\n# Keys\n\nA widget opens the door.\n",
  "install.md": "---\ntitle: Install\n---\n\n# Install\n\nThe widget needs no tools.\n",
};

/** A server in front of a Gitea whose docs anybody may read, seen by its owner. */
async function setUp(settings: Record<string, string> = {}) {
  const state = await createForgeState(pages);
  state.private = false;
  const forge = await fakeGitea(state);
  const port = String(await freePort());
  const docs = `${forge.url}/${state.path}.git`;
  const args = ["--data", await newDataFolder(), "--docs", docs, "--domain", "acme"];
  const server = await serveUntilEnd([...args, "--port", port], {
    ...{ DOCENT_PUBLIC_URL: `http://127.0.0.1:${port}`, DOCENT_POLL_SECONDS: "0" },
    ...settings,
  });
  const { page, problems } = await openWindow(await launchBrowser(), server.url);
  await takeSetupLink(page, server);
  const main = page.getByRole("main");
  return { state, forge, server, page, problems, main };
}

test("the owner connects a source to its forge, and follows a pull request there to its merge", {
  timeout: 240_000,
}, async () => {
  const { state, forge, page, problems, main } = await setUp();
  const hook = await connect(page);
  // As a person does with what the dashboard shows.
  state.hooks.push({
    id: state.nextId(),
    ...hook,
    events: ["push", "pull_request", "issue_comment"],
  });
  state.protection.set("main", { reviews: 1, checks: [] });
  const branch = "docs/gadget";
  await startJob(page, { branch, instruction: "Replace “widget” with “gadget” everywhere." });
  await main.getByText("The change is ready to review").waitFor();
  const [pull] = state.pulls.values();
  if (pull === undefined) throw new Error("nothing was opened");
  state.comment({ pull: pull.number, author: "boss", body: "Is a **gadget** a thing?" });
  state.comment({ pull: pull.number, author: "reader", body: "I like it." });
  await page.goto(`${new URL(page.url()).origin}/dashboard/acme/changes/1`);
  const link = main.getByRole("link", { name: `Gitea #${pull.number}` });
  expect(await link.getAttribute("href")).toBe(`${forge.url}/${state.path}/pulls/${pull.number}`);
  await main.getByText("The forge does not let this be merged yet").waitFor();
  await main.getByText(/^state as of /).waitFor();
  const comments = main.locator("details", { hasText: "Conversation" });
  const after = async (look: () => Promise<number>) => {
    await page.reload();
    await link.waitFor();
    return look();
  };
  const patience = { timeout: 30_000, interval: 1_000 };
  await expect.poll(() => after(() => comments.locator("li").count()), patience).toBe(2);
  await comments.locator("summary").click();
  await comments.getByText("Is a gadget a thing?").waitFor();
  await lookAt(page, "61-hosted-change");
  state.protection.clear();
  const input = { method: "squash", by: "boss", headCommit: "", title: "Squashed" } as const;
  await state.merge(pull.number, { ...input, message: "" });
  await expect.poll(() => after(() => main.getByText("merged by boss").count()), patience).toBe(1);
  await lookAt(page, "62-hosted-change-merged");
  expect(problems).toEqual([]);
});

/** Through the dialog of the source; gives back what a person copies from it. */
async function connect(page: Page): Promise<{ url: string; secret: string }> {
  await page.getByRole("button", { name: "Connection" }).click();
  const dialog = page.getByRole("dialog", { name: "Connection" });
  const check = dialog.getByRole("button", { name: "Check connection" });
  await check.click();
  await dialog.getByText(/has no token for it/).waitFor();
  await dialog.getByLabel("New token").fill(token);
  await dialog.getByRole("button", { name: "Store" }).click();
  await dialog.getByText(/A token is stored, set by owner/).waitFor();
  await check.click();
  await dialog.getByText(/docent-bot reaches acme\/docs, may push and open pull/).waitFor();
  await dialog.getByRole("button", { name: "Set up webhook" }).click();
  await dialog.getByText("Add the webhook on the forge yourself").waitFor();
  const url = (await dialog.getByTestId("webhook-address").textContent()) ?? "";
  const secret = (await dialog.getByTestId("webhook-secret").textContent()) ?? "";
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1\/webhooks\/src_\w+$/);
  await lookAt(page, "60-connected");
  await dialog.getByRole("button", { name: "I have stored the secret" }).click();
  await page.getByRole("button", { name: "Connection" }).click();
  await dialog.getByText(/is stored, set by owner/).waitFor();
  expect(await page.content()).not.toContain(secret);
  expect(await page.content()).not.toContain(token);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  return { url, secret };
}

test("a job that waits for the forge is tried now, and one it refuses is proposed again", {
  timeout: 240_000,
}, async () => {
  const { state, page, problems, main } = await setUp({ DOCENT_GIT_TOKEN: token });
  state.mood.faults.push({ ...badGateway, only: "POST /repos/acme/docs/pulls", times: 1_000 });
  const instruction = "Replace “widget” with “gadget” everywhere.";
  await startJob(page, { branch: "docs/gadget", instruction });
  await main.getByText(/^Waits for the forge: /).waitFor();
  await lookAt(page, "63-job-waits");
  state.mood.faults.length = 0;
  // A host that failed is left alone for a while by all.
  await expect
    .poll(() => tryNow(page), { timeout: 120_000, interval: 1_000 })
    .toBe("The change is ready to review");
  expect(state.pulls.size).toBe(1);
  state.addAccount("docent-bot", "read", token);
  await startJob(page, { branch: "docs/gizmo", instruction: "Replace “door” with “gate”." });
  await main.getByText("The forge refused the change").waitFor();
  await main
    .getByText(/Permission to acme\/docs\.git denied to docent-bot/)
    .first()
    .waitFor();
  await lookAt(page, "64-job-refused");
  state.addAccount("docent-bot", "write", token);
  await main.getByRole("button", { name: "Propose again" }).click();
  await main.getByText("The change is ready to review").waitFor();
  expect(state.pulls.size).toBe(2);
  // The job may begin a try of its own in the moment of the click, which is then told as a conflict.
  expect(problems.filter((problem) => !/409 .*\/retry\)$/.test(problem))).toEqual([]);
});

const badGateway = { status: 502, body: "<html><h1>502 Bad Gateway</h1></html>" };

async function tryNow(page: Page): Promise<string> {
  const done = page.getByText("The change is ready to review");
  const button = page.getByRole("button", { name: "Try now" });
  await done.or(button).first().waitFor();
  if ((await done.count()) === 0) await button.click({ timeout: 5_000 }).catch(() => undefined);
  return (await done.count()) === 0 ? "" : "The change is ready to review";
}
