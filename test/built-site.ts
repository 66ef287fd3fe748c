import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import type { Locator, Page } from "playwright-core";

/** What a site consists of: the text or the bytes of each file by its path. */
export type SiteFiles = Record<string, string | Buffer>;

/** Where Docent is and with which key; the recipes say `https://docent.example.com` and `svc_dsc_…`. */
export type SitePlace = { server: string; key: string };

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".xml": "application/xml",
  ".txt": "text/plain",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Serves what a generator made, as any static host does, on an origin of its own. `place` is asked for at each request. */
export async function serveSite(
  files: SiteFiles,
  place: () => SitePlace,
  headers: Record<string, string> = {},
): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "", "http://site").pathname).slice(1);
    const names = [path, `${path}.html`, `${path.replace(/\/?$/, "/")}index.html`];
    const name = names
      .map((one) => one.replace(/^\//, ""))
      .find((one) => Object.hasOwn(files, one));
    // Links of a page in a folder are relative to that folder.
    if (name?.endsWith("/index.html") && /[^/]$/.test(path)) {
      response.writeHead(301, { location: `/${path}/` }).end();
      return;
    }
    const file = files[name ?? "404.html"] ?? "";
    response.writeHead(name === undefined ? 404 : 200, {
      "content-type": types[extname(name ?? ".html")] ?? "application/octet-stream",
      ...headers,
    });
    const own = `http://${request.headers.host}`;
    response.end(typeof file === "string" ? filledIn(file, place(), own) : file);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, server };
}

/** The sites were built for `https://acme.example`, which some look up before they change pages by themselves. */
function filledIn(text: string, { server, key }: SitePlace, own: string): string {
  const placed = text.replaceAll("https://acme.example", own);
  return placed.replaceAll("https://docent.example.com", server).replaceAll("svc_dsc_…", key);
}

type Asked = {
  currentPath: string;
  threadId: string | null;
  context: { type: string; value: string; path?: string }[];
};

/** What a reader of one of the small sites saw. */
export type Walked = {
  /** Words of the first answer's source. */
  source: string;
  /** Where the source leads. */
  sourceUrl: string;
  /** The pages that the two questions were asked on. */
  paths: string[];
  /** Whether the second question went on with the first one's thread, and the first is still shown. */
  isOneThread: boolean;
  /** Whether the second page came without loading the site anew. */
  isSinglePage: boolean;
  /** Of the chat, before and after the site's own switch. */
  schemes: string[];
  /** What was sent of the page with the questions about a selection and a code block. */
  contexts: Asked["context"];
};

export type Walk = {
  page: Page;
  url: string;
  /** The site's own switch to the dark theme. */
  turnDark(page: Page): Promise<void>;
  /** Called with everything on the screen that is worth a picture. */
  look?(name: string): Promise<void>;
};

/** Reads a small site, asks on two of its pages, and about what stands there. */
export async function walkSite({ page, url, turnDark, look }: Walk): Promise<Walked> {
  const asked: Asked[] = [];
  page.on("request", (request) => {
    const isQuestion = request.method() === "POST" && /\/message\?/.test(request.url());
    if (isQuestion) asked.push(request.postDataJSON());
  });
  await page.goto(`${url}/keys`);
  const chat = page.getByRole("dialog", { name: "Ask AI" });
  await page.getByRole("button", { name: "Ask AI" }).click();
  await ask(chat, "How do I rotate a key?");
  const source = chat.getByLabel("Sources").getByRole("link").first();
  const sourceText = await source.innerText();
  const sourceUrl = (await source.getAttribute("href")) ?? "";
  const schemes = [await schemeOf(page)];
  await look?.("light");
  await turnDark(page);
  schemes.push(await untilDark(page));
  await look?.("dark");

  await page.evaluate("window.isSameDocument = true");
  await page.getByRole("link", { name: "Webhooks", exact: true }).first().click();
  await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor();
  const isSinglePage = Boolean(await page.evaluate("window.isSameDocument"));
  await chat.getByRole("heading", { name: "How do I rotate a key?" }).waitFor();
  await ask(chat, "When is a webhook sent again?");

  const paragraph = page.getByText("sent again after 1, 5 and 30 minutes");
  await paragraph.first().selectText();
  await page.getByRole("button", { name: "Ask about this", exact: true }).click();
  await ask(chat, "What does this mean?");
  await chat.getByRole("button", { name: "Close" }).click();
  await page.locator("pre").first().hover();
  await page.getByRole("button", { name: "Ask about this code" }).click();
  await ask(chat, "What does this code do?");
  await look?.("code");
  const [first, second, ...about] = asked;
  return {
    source: sourceText,
    sourceUrl,
    paths: [first?.currentPath ?? "", second?.currentPath ?? ""],
    isOneThread: first?.threadId === null && Boolean(second?.threadId),
    isSinglePage,
    schemes,
    contexts: about.flatMap(({ context }) => context),
  };
}

/** Asks, and waits for the whole answer. */
export async function ask(chat: Locator, question: string): Promise<void> {
  const answers = chat.getByRole("article");
  const before = await answers.count();
  await chat.getByLabel("Your question").fill(question);
  await chat.getByLabel("Your question").press("Enter");
  const answer = answers.nth(before);
  await answer.getByRole("button", { name: "Copy answer" }).waitFor();
}

const schemeScript = `getComputedStyle(document.querySelector("docent-widget").shadowRoot.querySelector("dialog")).colorScheme`;

async function schemeOf(page: Page): Promise<string> {
  return String(await page.evaluate(schemeScript));
}

async function untilDark(page: Page): Promise<string> {
  await page.waitForFunction(`${schemeScript} === "dark"`);
  return schemeOf(page);
}
