import {
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  chromium,
  type Page,
  type Response,
} from "playwright-core";
import { onTestFinished } from "vitest";
import { findChromium } from "../scripts/find-chromium.ts";

export type Window = {
  page: Page;
  context: BrowserContext;
  /** What no page may do: errors in the console, requests to other sites, documents without a policy. */
  problems: string[];
};

let running: Promise<Browser> | undefined;

/** The Chromium of this worker: windows share nothing, and its start is most of what a short journey costs. It ends with the worker. */
export function launchBrowser(): Promise<Browser> {
  running = (running ?? launch()).then((browser) => (browser.isConnected() ? browser : launch()));
  return running;
}

async function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error("Chromium is missing: install it, or name one in CHROMIUM_PATH.");
  return chromium.launch({ executablePath, args: quietFlags });
}

/** The browser speaks to nobody but the server under test. Playwright itself adds --no-sandbox, which root needs. */
const quietFlags = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-gpu",
];

/** A window that shares no cookie with another, watched from its first request on and closed when the test ends. */
export async function openWindow(browser: Browser, origin: string): Promise<Window> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  onTestFinished(() => context.close());
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
  context.setDefaultTimeout(60_000);
  const problems: string[] = [];
  context.on("console", (message) => problems.push(...consoleProblem(message)));
  context.on("weberror", (error) => problems.push(`uncaught: ${error.error().message}`));
  context.on("request", (request) => {
    const url = new URL(request.url());
    const isInside = url.origin === origin || url.protocol === "data:" || url.protocol === "blob:";
    if (!isInside) problems.push(`request to ${request.url()}`);
  });
  context.on("response", (response) => problems.push(...policyProblem(response)));
  return { page: await context.newPage(), context, problems };
}

function consoleProblem(message: ConsoleMessage): string[] {
  if (message.type() !== "error") return [];
  return [
    `console: ${message.text()} (${new URL(message.location().url || "about:blank").pathname})`,
  ];
}

function policyProblem(response: Response): string[] {
  if (response.request().resourceType() !== "document") return [];
  const policy = response.headers()["content-security-policy"] ?? "";
  const isStrict = policy.includes("default-src 'none'") && !policy.includes("unsafe");
  return isStrict ? [] : [`policy of ${response.url()}: ${policy || "none"}`];
}
