import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { closeServer, type HttpServer } from "../src/http/listen.ts";
import { createKey } from "../src/keys/create-key.ts";
import { operator } from "../src/lib/actor.ts";
import { systemClock } from "../src/lib/clock.ts";
import { launchBrowser } from "./browser.ts";
import { takeSetupLink } from "./dashboard-steps.ts";
import { createJobNode, type JobNode, task } from "./job-node.ts";
import { lookAt } from "./look-at.ts";
import { finishCall, scriptedEditor } from "./scripted-editor.ts";
import { openLoggedIn, serveDashboard } from "./serve-dashboard.ts";
import { newDataFolder, serveUntilEnd } from "./server-process.ts";
import { addTestProject } from "./store-rows.ts";
import { makeTlsPair } from "./tls-pair.ts";

const minute = 60_000;

test("any number of tabs on a running job leave room for one more, and hidden ones hold no connection", {
  timeout: 5 * minute,
}, async () => {
  const { node, gate, id } = await runningJob();
  const server = await serveDashboard(node);
  const streams = countStreams(server);
  const context = await openLoggedIn(node, server.url);
  const tabs: Page[] = [];
  for (let opened = 0; opened < 8; opened += 1) {
    const page = await context.newPage();
    await page.goto(`${server.url}/dashboard/acme/jobs/${id}`);
    await page.getByRole("main").getByText("Working").waitFor();
    tabs.push(page);
  }
  const last = tabs.at(-1);
  await last?.reload();
  await last?.getByRole("main").getByText("Working").waitFor();
  expect(await connectionsOf(server)).toBeLessThanOrEqual(6);

  for (const page of tabs.slice(1)) await setVisibility(page, "hidden");
  await expect.poll(streams, { timeout: minute }).toBeLessThanOrEqual(2);
  await setVisibility(tabs[0], "hidden");
  await expect.poll(streams, { timeout: minute }).toBe(0);

  gate.resolve();
  await expect.poll(() => stateOf(node, id), { timeout: minute }).toBe("halted");
  expect(await last?.getByRole("main").getByText("Completed", { exact: true }).count()).toBe(0);
  for (const page of tabs.slice(-3)) {
    await setVisibility(page, "visible");
    await page.getByRole("main").getByText("Completed", { exact: true }).waitFor();
  }
});

test("lists stay up to date by themselves, also after the server was away", {
  timeout: 3 * minute,
}, async () => {
  const node = await createJobNode({ model: scriptedEditor([]) });
  const server = await serveDashboard(node);
  const context = await openLoggedIn(node, server.url);
  const keys = await context.newPage();
  await keys.goto(`${server.url}/dashboard/acme/keys`);
  const overview = await context.newPage();
  await overview.goto(`${server.url}/dashboard/acme`);
  const figure = overview.getByRole("link", { name: /Active API keys/ });
  await figure.getByText("2", { exact: true }).waitFor();

  await addKey(node, "while it runs");
  await keys.getByText("while it runs").waitFor();
  await figure.getByText("3", { exact: true }).waitFor();

  await closeServer(server);
  await addKey(node, "while it was away");
  await serveDashboard(node, { port: Number(new URL(server.url).port) });
  await keys.getByText("while it was away").waitFor();
  await figure.getByText("4", { exact: true }).waitFor();
});

test("a new key is shown until it is said to be stored, and is found again among many", {
  timeout: 3 * minute,
}, async () => {
  const node = await createJobNode({ model: scriptedEditor([]) });
  for (let made = 0; made < 60; made += 1) await addKey(node, `Key ${made}`);
  const { url } = await serveDashboard(node);
  const page = await (await openLoggedIn(node, url)).newPage();
  await page.goto(`${url}/dashboard/acme/keys?new=1`);
  const form = page.getByRole("dialog", { name: "Create a key" });
  await form.getByLabel("Label").fill("Docs site");
  await form.getByRole("button", { name: "Create key" }).click();
  const shown = page.getByRole("dialog", { name: "Docs site" });
  const key = await shown.getByTestId("new-key").textContent();
  for (let pressed = 0; pressed < 3; pressed += 1) await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await shown.getByText("Is the key stored?").waitFor();
  expect(await shown.getByTestId("new-key").textContent()).toBe(key);
  await lookAt(page, "60-new-key-is-kept");
  await shown.getByRole("button", { name: "I have stored the key" }).click();
  await shown.waitFor({ state: "detached" });

  const rows = page.getByRole("row");
  await expect.poll(() => rows.count()).toBe(51);
  await lookAt(page, "61-many-keys");
  await page.getByRole("button", { name: "Show more" }).click();
  await expect.poll(() => rows.count()).toBe(64);
  await page.getByLabel("Search keys").fill("docs");
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole("radio", { name: "Revoked" }).check();
  await page.getByText("No key for “docs”").waitFor();

  for (let made = 0; made < 27; made += 1) await addTestProject(node.db, `site-${made}`);
  await page.reload();
  await page.getByRole("button", { name: /choose another project/ }).click();
  const chooser = page.getByRole("dialog", { name: "Choose a project" });
  await chooser.getByLabel("Search projects").fill("site-26");
  // A list that changes under a press takes it away.
  await expect.poll(() => chooser.getByRole("link", { name: /^site-/ }).count()).toBe(1);
  await lookAt(page, "62-project-chooser");
  await chooser.getByRole("link", { name: "site-26" }).click();
  await page.getByRole("heading", { level: 1, name: "site-26" }).waitFor();
  await page.goto(`${url}/dashboard`);
  await page.getByRole("link", { name: "site-9" }).waitFor();
  await lookAt(page, "63-many-projects");
  await addTestProject(node.db, "made-meanwhile");
  await page.getByRole("link", { name: "made-meanwhile" }).waitFor();
});

test("over HTTPS a browser speaks HTTP/2, and its session is sent over TLS alone", {
  timeout: 3 * minute,
}, async () => {
  const { certFile, keyFile } = await makeTlsPair();
  const settings = { DOCENT_TLS_CERT_FILE: certFile, DOCENT_TLS_KEY_FILE: keyFile };
  const server = await serveUntilEnd(["--data", await newDataFolder()], settings);
  expect(server.url).toMatch(/^https:/);
  const context = await (await launchBrowser()).newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await takeSetupLink(page, server);
  await page
    .getByRole("link", { name: /Active API keys/ })
    .getByText("2")
    .waitFor();
  const protocols = await page.evaluate(`performance.getEntriesByType("resource")
    .filter(({ name }) => name.includes("/v1/")).map((entry) => entry.nextHopProtocol)`);
  expect(new Set(protocols as string[])).toEqual(new Set(["h2"]));
  const cookies = await context.cookies();
  expect(cookies.map(({ name, secure }) => [name, secure])).toContainEqual([
    "__Host-docent_session",
    true,
  ]);
  expect(await server.end("SIGTERM")).toMatchObject({ code: 0 });
});

/** A job whose model answers when the gate opens. */
async function runningJob() {
  const gate = Promise.withResolvers<void>();
  const script = scriptedEditor([{ text: "All done.", calls: [finishCall()] }]);
  const model: typeof script = {
    ...script,
    async doGenerate(options) {
      await gate.promise;
      return script.doGenerate(options);
    },
  };
  const node = await createJobNode({ model });
  const created = await node.createJob(task("Rename it.", { branch: "docs/live" }));
  const id = created.headers.get("x-session-id") ?? "";
  await created.body?.cancel();
  await node.jobs.startWorker();
  return { node, gate, id };
}

async function stateOf({ db }: JobNode, id: string): Promise<string | undefined> {
  const row = await db.selectFrom("jobs").select("state").where("id", "=", id).executeTakeFirst();
  return row?.state;
}

/** How many event streams are open now. */
function countStreams({ http }: HttpServer): () => number {
  let open = 0;
  http.on("request", ({ headers }, outgoing) => {
    if (headers.accept !== "text/event-stream") return;
    open += 1;
    outgoing.once("close", () => {
      open -= 1;
    });
  });
  return () => open;
}

function connectionsOf({ http }: HttpServer): Promise<number> {
  return new Promise((resolve, reject) => {
    http.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

/** A browser without a screen keeps every tab in sight: the page is told otherwise. */
async function setVisibility(page: Page | undefined, state: "hidden" | "visible"): Promise<void> {
  await page?.evaluate(`{
    Object.defineProperty(document, "visibilityState", { configurable: true, value: "${state}" });
    document.dispatchEvent(new Event("visibilitychange"));
  }`);
}

function addKey({ db, project }: JobNode, label: string) {
  const projectId = project.id;
  const input = { projectId, kind: "admin" as const, label, origins: [], expiresAt: null };
  return createKey({ db, clock: systemClock }, operator, input);
}
