import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { ServerProcess } from "./server-process.ts";

export const password = "a long enough password";

/** Chooses the password with the link of the server's start; ends on the project's first page. */
export async function takeSetupLink(page: Page, server: ServerProcess): Promise<void> {
  await page.goto(setupLinkOf(server));
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await page.getByRole("navigation").getByRole("link", { name: "Overview", exact: true }).waitFor();
}

export function setupLinkOf(server: ServerProcess): string {
  return /^ {2}(https?:\S+\/dashboard\/setup#[\w-]{43})$/m.exec(server.stdout())?.[1] ?? "";
}

/** Starts a job on a branch and ends on its page. */
export async function startJob(
  page: Page,
  { branch, instruction }: { branch: string; instruction: string },
): Promise<void> {
  await visit(page, "Jobs");
  await page.getByRole("button", { name: "New job" }).click();
  const form = page.getByRole("dialog", { name: "New job" });
  await form.getByLabel("Instruction").fill(instruction);
  await form.getByLabel("Branch").fill(branch);
  await form.getByRole("button", { name: "Start job" }).click();
  await page.getByRole("region", { name: "Instruction" }).getByText(instruction).waitFor();
}

/** Opens one of the project's pages through the navigation. */
export async function visit(page: Page, label: string, title = label): Promise<void> {
  await page.getByRole("navigation").getByRole("link", { name: label, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
}

/** Types the password and presses Enter: the field has the focus already. */
export async function logIn(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Log in" }).waitFor();
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Docent", exact: true }).waitFor();
}

export async function leave(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "Settings and log out" }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

export type MadeKey = {
  key: string;
  /** The command as the copy button hands it over. */
  snippet: string;
};

export async function createKey(
  page: Page,
  { kind, label, snippet }: { kind: string; label: string; snippet: string },
): Promise<MadeKey> {
  await page.getByRole("button", { name: "Create key" }).click();
  const form = page.getByRole("dialog", { name: "Create a key" });
  await form.getByRole("radio", { name: kind }).check();
  await form.getByLabel("Label").fill(label);
  await form.getByRole("button", { name: "Create key" }).click();
  const shown = page.getByRole("dialog", { name: label });
  await shown.getByRole("button", { name: "Copy key" }).click();
  const key = await clipboardOf(page);
  expect(await shown.getByTestId("new-key").textContent()).toBe(key);
  await shown.getByRole("radio", { name: snippet }).check();
  await shown.getByRole("button", { name: "Copy", exact: true }).click();
  return { key, snippet: await clipboardOf(page) };
}

/** Asks in a chat of its own and waits for the end of the answer. */
export async function ask(page: Page, question: string): Promise<Locator> {
  const restart = page.getByRole("button", { name: "New chat" });
  if (await restart.isVisible()) await restart.click();
  await page.getByLabel("Question").fill(question);
  await page.keyboard.press("Enter");
  const answer = page.getByRole("log", { name: "Conversation" }).getByRole("article");
  await answer.getByRole("button", { name: /^Copy (?:answer|with sources)$/ }).waitFor();
  return answer;
}

/** From now on, every text that the first such element has had; the page itself looks, so none is missed. */
export async function recordTexts(page: Page, selector: string): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle(`(() => {
    const seen = new Set();
    const look = () => seen.add(document.querySelector(${JSON.stringify(selector)})?.textContent ?? "");
    const all = { subtree: true, childList: true, characterData: true };
    new MutationObserver(look).observe(document.body, all);
    return seen;
  })()`);
  return () => seen.evaluate((texts: Set<string>) => [...texts]);
}

/** Lets streams through an event at a time, as a slow line does, until the page is loaded again. */
export async function slowDown(page: Page): Promise<void> {
  await page.evaluate(`{
    const { fetch } = window;
    const drop = () => new TransformStream({
      async transform(event, out) {
        await new Promise((resolve) => setTimeout(resolve, 60));
        out.enqueue(event + "\\n\\n");
      },
    });
    const split = () => {
      let rest = "";
      return new TransformStream({
        transform(text, out) {
          const events = (rest + text).split("\\n\\n");
          rest = events.pop();
          for (const event of events) out.enqueue(event);
        },
      });
    };
    window.fetch = async (...request) => {
      const response = await fetch(...request);
      if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return response;
      const slow = response.body
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(split())
        .pipeThrough(drop())
        .pipeThrough(new TextEncoderStream());
      return new Response(slow, response);
    };
  }`);
}

/** What Tab reaches, by role and name, from the top of the page until it begins again. */
export async function tabStops(page: Page): Promise<string[]> {
  const stops: string[] = [];
  const focused = page.locator(":focus");
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    if ((await focused.count()) === 0) break;
    const [, stop = "nameless"] = /^- (\w+ "[^"]*")/.exec(await focused.ariaSnapshot()) ?? [];
    stops.push(stop);
  }
  return stops;
}

/** Escape closes the dialog and does nothing else. */
export async function closeWithEscape(page: Page, dialog: Locator): Promise<void> {
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
}

async function clipboardOf(page: Page): Promise<string> {
  return String(await page.evaluate("navigator.clipboard.readText()"));
}
