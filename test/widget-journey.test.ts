import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContext, Page } from "playwright-core";
import { createElement, StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { build } from "vite";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { buildPackage } from "../packages/react/build.ts";
import { launchBrowser, openWindow } from "./browser.ts";
import { ask, type SiteFiles, serveSite, walkSite } from "./built-site.ts";
import { takeSetupLink, visit } from "./dashboard-steps.ts";
import { type KeptSiteName, keptSites, readKeptSite } from "./kept-sites.ts";
import { lookAt } from "./look-at.ts";
import { root, runDocent, type ServerProcess, startServer } from "./server-process.ts";

let server: ServerProcess;
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "docent-widget-"));
  const docs = join(root, "bench/sites/widget/content");
  const args = ["--docs", docs, "--data", join(folder, "data")];
  server = await startServer(args, { DOCENT_DOMAIN: "acme" });
  // Whoever follows a citation has no account.
  const open = [
    "projects",
    "update",
    "--domain",
    "acme",
    "--public",
    "--data",
    join(folder, "data"),
  ];
  expect(await runDocent(open)).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await server.end("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

test("a key's snippet brings the chat to a page of another origin, and what readers say there to the owner", {
  timeout: 240_000,
}, async () => {
  const files: SiteFiles = {};
  const site = await serve(files);
  const owner = await openWindow(await launchBrowser(), server.url);
  await takeSetupLink(owner.page, server);
  await visit(owner.page, "API keys");
  files["index.html"] = pageOf(await copySnippet(owner.page, site));

  const reader = await openReader();
  const page = await reader.newPage();
  await page.goto(site);
  const chat = await openChat(page);
  await ask(chat, "How do I rotate a key?");
  const source = chat.getByLabel("Sources").getByRole("link").first();
  const [opened] = await Promise.all([reader.waitForEvent("page"), source.click()]);
  const cited = opened.locator(".dx-cited");
  await cited.filter({ hasText: "To rotate a key, create a second one" }).waitFor();
  expect(await cited.filter({ hasText: "A key with --read-only" }).count()).toBe(0);

  await chat.getByRole("button", { name: "Bad answer" }).click();
  await chat.getByLabel("What was wrong or missing?").fill("Where do I find its id?");
  await chat.getByRole("button", { name: "Send", exact: true }).click();
  await chat.getByText("Thank you for your feedback.").first().waitFor();
  await expectThread(owner.page);
  expect(owner.problems).toEqual([]);
});

/** Makes a key for the site on the page of keys, looks at the preview, and copies the line. */
async function copySnippet(page: Page, site: string): Promise<string> {
  await page.getByRole("button", { name: "Create key" }).click();
  const form = page.getByRole("dialog", { name: "Create a key" });
  await form.getByLabel("Label").fill("Docs site");
  await form.getByLabel("Allowed origins").fill(site);
  await form.getByRole("button", { name: "Create key" }).click();
  const made = page.getByRole("dialog", { name: "Docs site" });
  await made.getByLabel("Brand colour").fill("#0f766e");
  await made.getByLabel("Language").selectOption("fr");
  const preview = made.frameLocator("iframe[title='Preview of the chat']");
  await preview.getByRole("dialog", { name: "Demander à l’IA" }).waitFor();
  await made.getByLabel("Language").selectOption("");
  await ask(preview.getByRole("dialog", { name: "Ask AI" }), "How do I limit a key?");
  await made.getByLabel("Will it work on my site?").fill("https://elsewhere.example/guide");
  await made.getByText("No: https://elsewhere.example is not among the allowed origins").waitFor();
  await made.getByLabel("Will it work on my site?").fill(`${site}/guide`);
  await made.getByText(`Yes: pages of ${site} may use this key.`).waitFor();
  await lookAt(page, "90-created-key-with-chat");
  await made.getByRole("button", { name: "Copy", exact: true }).click();
  const snippet = String(await page.evaluate("navigator.clipboard.readText()"));
  await made.getByRole("button", { name: "I have stored the key" }).click();
  return snippet;
}

/** The owner finds what was asked, with the thumb and the words. */
async function expectThread(page: Page): Promise<void> {
  await visit(page, "Insights");
  await page.getByRole("link", { name: "Thumbs down" }).first().click();
  await page.getByRole("link", { name: "How do I rotate a key?" }).click();
  await page.getByRole("heading", { level: 1, name: "Conversation" }).waitFor();
  await page.getByText("Where do I find its id?").waitFor();
}

test("the React component mounts once, follows its props and leaves nothing behind", {
  timeout: 240_000,
}, async () => {
  const dist = join(root, "packages/react/dist");
  await buildPackage(dist);
  const { DocentWidget } = await import(pathToFileURL(join(dist, "docent-widget.js")).href);
  const widget = createElement(DocentWidget, { server: "https://docent.example", domain: "acme" });
  expect(renderToString(createElement(StrictMode, null, widget))).toBe("");

  const site = await serve({ "index.html": appPage, "app.js": await bundleApp(dist) });
  const page = await (await openReader()).newPage();
  await page.goto(site);
  const widgets = page.locator("docent-widget");
  await page.getByRole("button", { name: "How do I limit a key?" }).click();
  const chat = page.getByRole("dialog", { name: "Ask AI" });
  await chat.getByRole("button", { name: "Copy answer" }).waitFor();
  expect(await widgets.count()).toBe(1);
  await page.getByText("answered", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("dialog", { name: "Ask Acme" }).waitFor();
  await page.getByRole("button", { name: "Take away" }).click();
  await widgets.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Bring back" }).click();
  await page.getByRole("button", { name: "Ask Acme" }).waitFor();
  expect(await widgets.count()).toBe(1);
});

const appPage = `<!doctype html><html lang="en"><title>App</title><body><div id="app"></div><script type="module" src="/app.js"></script></body></html>`;

const app = `
import { createElement as h, StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import { DocentWidget, useDocent } from "@docent/react";
function App() {
  const docent = useDocent();
  const [title, setTitle] = useState();
  const [outcome, setOutcome] = useState("");
  const [isThere, setIsThere] = useState(true);
  const button = (name, act) => h("button", { onClick: act }, name);
  return h("main", null,
    button("How do I limit a key?", () => docent.ask("How do I limit a key?")),
    button("Rename", () => setTitle("Ask Acme")),
    button(isThere ? "Take away" : "Bring back", () => setIsThere(!isThere)),
    h("p", null, outcome),
    isThere && h(DocentWidget, {
      server: "https://docent.example.com", domain: "acme", assistantKey: "svc_dsc_…", starters: ["One"],
      ...(title && { title }), onAnswer: (detail) => setOutcome(detail.outcome),
    }),
  );
}
createRoot(document.getElementById("app")).render(h(StrictMode, null, h(App)));
`;

/** As a site's own build does, with the package as it is published. */
async function bundleApp(dist: string): Promise<string> {
  const name = "\0app.js";
  const result = await build({
    configFile: false,
    logLevel: "error",
    root,
    define: { "process.env.NODE_ENV": '"development"' },
    resolve: { alias: { "@docent/react": join(dist, "docent-widget.js") } },
    plugins: [
      {
        name: "app",
        resolveId: (id) => (id === "app.js" ? name : undefined),
        load: (id) => (id === name ? app : undefined),
      },
    ],
    build: { write: false, minify: false, rolldownOptions: { input: "app.js" } },
  });
  const outputs = [result].flat().flatMap((one) => ("output" in one ? one.output : []));
  const chunk = outputs.find((one) => one.type === "chunk");
  return chunk?.type === "chunk" ? chunk.code : "";
}

test("the chat works in sites as their generators build them by the recipes of the docs", {
  timeout: 480_000,
}, async () => {
  const names = Object.keys(keptSites) as KeptSiteName[];
  await Promise.all(names.map(expectSite));
});

async function expectSite(name: KeptSiteName): Promise<void> {
  const url = await serve(readKeptSite(name).files);
  const page = await (await openReader()).newPage();
  const { turnDark, isSinglePage } = keptSites[name];
  const walked = await walkSite({ page, url, turnDark });
  expect(walked, name).toMatchObject({ isSinglePage, isOneThread: true });
  expect(walked.source, name).toContain("Rotate a key");
  expect(walked.schemes, name).toEqual(["light", "dark"]);
  expect(walked.paths.map(bare), name).toEqual(["/keys", "/webhooks"]);
  const sent = walked.contexts.map(({ type, path = "" }) => `${type} ${bare(path)}`);
  expect(sent, name).toEqual(["textSelection /webhooks", "code /webhooks"]);
}

function bare(path: string): string {
  return path.replace(/(?:\.html|\/)$/, "");
}

function pageOf(snippet: string): string {
  return `<!doctype html><html lang="en"><title>Blank</title><body><h1>Blank</h1>${snippet}</body></html>`;
}

async function openChat(page: Page) {
  await page.getByRole("button", { name: "Ask AI" }).click();
  return page.getByRole("dialog", { name: "Ask AI" });
}

async function serve(files: SiteFiles): Promise<string> {
  const place = () => ({ server: server.url, key: server.keys.assistant ?? "" });
  const { url, server: host } = await serveSite(files, place);
  onTestFinished(async () => {
    host.closeAllConnections();
    host.close();
  });
  return url;
}

/** Somebody with a browser of their own. */
async function openReader(): Promise<BrowserContext> {
  const context = await (await launchBrowser()).newContext({
    viewport: { width: 1280, height: 800 },
  });
  context.setDefaultTimeout(60_000);
  onTestFinished(() => context.close());
  return context;
}
