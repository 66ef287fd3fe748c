import { join } from "node:path";
import type { BrowserContext } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { clientsIn } from "../src/cli/start/clients.ts";
import { ensureClients } from "../src/cli/start/ensure-clients.ts";
import { type ClientFiles, readClientFiles } from "../src/http/client-files.ts";
import { closeServer, type HttpServer, listen } from "../src/http/listen.ts";
import { systemClock } from "../src/lib/clock.ts";
import { launchBrowser, openWindow } from "./browser.ts";
import type { TestNode } from "./harness.ts";
import { openOwnerSession } from "./owner.ts";
import { root } from "./server-process.ts";

type Served = Pick<TestNode, "app" | "db">;
type Options = {
  port?: number;
  /** What becomes of a reply on its way. */
  pass?(request: Request, response: Response): Promise<Response>;
};

/** A node behind a port, with the built pages. */
export async function serveDashboard(node: Served, options: Options = {}): Promise<HttpServer> {
  const { port = 0, pass } = options;
  const files = await builtFiles("dashboard");
  const server = await listen({ host: "127.0.0.1", port }, async (request, bindings) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith("/dashboard")) {
      const response = await node.app.fetch(request, bindings);
      return pass ? pass(request, response) : response;
    }
    const file = files.get(pathname.slice("/dashboard/".length)) ?? files.get("index.html");
    const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'";
    const headers = { "content-type": file?.type ?? "", "content-security-policy": policy };
    return new Response(file?.bytes, { headers });
  });
  onTestFinished(() => closeServer(server));
  return server;
}

/** Windows of somebody who is logged in. */
export async function openLoggedIn({ db }: Served, url: string): Promise<BrowserContext> {
  const { context, page } = await openWindow(await launchBrowser(), url);
  await page.close();
  const value = await openOwnerSession({ db, clock: systemClock });
  await context.addCookies([{ name: "docent_session", value, url }]);
  return context;
}

/** What browsers load, built where it is not. */
export async function builtFiles(wanted: "dashboard" | "reader" | "widget"): Promise<ClientFiles> {
  const client = clientsIn(root).find(({ name }) => name === wanted);
  const said: string[] = [];
  const say = (words: string) => void said.push(words);
  if (client) await ensureClients([client], { write: say, remark: say });
  const files = client && readClientFiles(join(client.folder, "dist"), client.main);
  expect(files, said.join("")).toBeDefined();
  return files ?? new Map();
}
