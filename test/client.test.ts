import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { buildClient } from "../packages/client/build.ts";
import { createClient, DocentError } from "../packages/client/src/create-client.ts";
import { closeServer, listen } from "../src/http/listen.ts";
import { revokeKey } from "../src/keys/revoke-key.ts";
import { operator } from "../src/lib/actor.ts";
import { systemClock } from "../src/lib/clock.ts";
import { listKeys } from "../src/store/access/keys.ts";
import { launchBrowser, openWindow } from "./browser.ts";
import { startFakeAnthropic } from "./fake-anthropic.ts";
import { createTestNode, type TestNodeOptions } from "./harness.ts";
import { branchFiles, makeRepository } from "./job-node.ts";
import { newDataFolder, root, type ServerProcess, serveUntilEnd } from "./server-process.ts";

async function setUp(options: TestNodeOptions = {}) {
  const node = await createTestNode(options);
  const { assistant: assistantKey, admin: adminKey } = node.keys;
  const place = { server: await node.listen(), domain: "acme", assistantKey, adminKey };
  return { node, place, client: createClient(place) };
}

test("a question is answered, followed up, rated, searched for and read again by its chat", async () => {
  const { client } = await setUp();
  const answer = client.ask("How do I create a key?");
  const types: string[] = [];
  for await (const { type } of answer) types.push(type);
  expect([types[0], types.at(-1)]).toEqual(["start", "finish"]);
  const first = await answer.result();
  expect(first).toMatchObject({ outcome: "answered", isStopped: false });
  expect(first.text).toContain("acme keys create");
  expect(first.citations[0]).toMatchObject({ n: 1, path: "keys.md", supported: true });
  const next = await client.ask("And revoke one?", { threadId: first.threadId }).result();
  expect(next.threadId).toBe(first.threadId);
  await client.rate({ ...first, rating: "up" });
  const [found] = await client.search("revoke a key", { pageSize: 1 });
  expect(found?.path).toBe("keys.md");
  expect((await client.resume(answer.chatId).result()).text).toBe(first.text);
  const rest = client.resume(answer.chatId, { lastEventId: answer.lastEventId });
  expect((await rest.result()).text).toBe("");
  expect(await answer.stop()).toBe(false);
});

test("what the server refuses is a typed error", async () => {
  const { node, client, place } = await setUp();
  const faultOf = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error) => error,
    );
  const wrong = await faultOf(client.search(""));
  expect(wrong).toBeInstanceOf(DocentError);
  expect(wrong).toMatchObject({
    code: "invalid_request",
    status: 400,
    details: [{ path: "query" }],
  });
  const mixed = createClient({ ...place, assistantKey: place.adminKey });
  expect(await faultOf(mixed.ask("Why?").result())).toMatchObject({ code: "forbidden" });
  const away = client.resume("a".repeat(32)).result();
  expect(await faultOf(away)).toMatchObject({ code: "not_found" });
  for (const { id } of await listKeys(node.db, node.project.id))
    await revokeKey({ db: node.db, clock: systemClock }, operator, { id });
  const revoked = await faultOf(client.ask("Why?").result());
  expect(revoked).toMatchObject({ code: "unauthenticated", status: 401 });
  expect(String(revoked)).not.toContain(place.assistantKey);
});

test("too many questions are refused with the time to wait", async () => {
  const { client } = await setUp({ settings: { keyRequestsPerMinute: 1 } });
  await client.ask("How do I create a key?").result();
  const many = Array.from({ length: 3 }, () => client.search("keys").catch((error) => error));
  const refused = (await Promise.all(many)).find((one) => one instanceof DocentError);
  expect(refused).toMatchObject({ code: "rate_limited", status: 429 });
  expect(refused?.retryAfterMs).toBeGreaterThan(0);
});

test("an answer whose server dies says what to do, and a job is read to its end through the death of its server", {
  timeout: 300_000,
}, async () => {
  const pages = { "a.md": "# Keys\n\n## Create a key\n\nRun `acme keys create` for a widget.\n" };
  const repository = await makeRepository(pages);
  const pieces = Array.from({ length: 400 }, (_, at) => `Word ${at}. `);
  const model = await startFakeAnthropic([{ pieces, pauseMs: 50 }]);
  onTestFinished(model.close);
  const data = await newDataFolder();
  const settings = {
    DOCENT_ASSISTANT_KEY: `svc_dsc_${"k".repeat(32)}`,
    DOCENT_ADMIN_KEY: `svc_${"k".repeat(40)}`,
    DOCENT_DASHBOARD: "off",
  };
  const start = (more = {}) =>
    serveUntilEnd(["--data", data, "--docs", repository], { ...settings, ...more });
  const written = { ANTHROPIC_API_KEY: "sk-0123456789", ANTHROPIC_BASE_URL: model.url };
  let server: ServerProcess = await start(written);
  const client = createClient({
    ...{ server: "http://docent.invalid", domain: "docent", retries: 20 },
    ...{ assistantKey: settings.DOCENT_ASSISTANT_KEY, adminKey: settings.DOCENT_ADMIN_KEY },
    // The next server has another port.
    fetch: (url, init) => fetch(String(url).replace("http://docent.invalid", server.url), init),
  });
  const answer = client.ask("How do I create a key?");
  const read = async () => {
    for await (const { type } of answer) {
      if (type !== "text-delta") continue;
      await server.end("SIGKILL");
      server = await start();
    }
  };
  const message = expect.stringContaining("ask again");
  await expect(read()).rejects.toMatchObject({ code: "failed", message });

  const job = await client.jobs.start({
    branch: "docs/gadget",
    messages: [{ role: "user", content: 'Replace "widget" with "gadget" everywhere.' }],
  });
  const seen: string[] = [];
  for await (const { type } of job) {
    if (seen.length === 0) {
      await server.end("SIGKILL");
      server = await start();
    }
    seen.push(`${job.lastEventId} ${type}`);
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(await job.result()).toMatchObject({ haultReason: "completed", branch: "docs/gadget" });
  expect((await client.jobs.list())[0]?.sessionId).toBe(job.sessionId);
  expect((await branchFiles(repository, "docs/gadget"))["a.md"]).toContain("gadget");
});

test("the built package is small, is run by Node and by a browser on another site, and its docs are true", {
  timeout: 300_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), "docent-client-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await buildClient(folder);
  const built = join(folder, "create-client.js");
  const script = await readFile(built);
  expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(6_000);
  expect(script.toString()).not.toMatch(/\bfrom\s*"|\bimport\(|\brequire\(/);
  expect(await readFile(join(folder, "create-client.d.ts"), "utf8")).not.toContain('.ts"');

  const repository = await makeRepository({
    "keys.md":
      "# Keys\n\n## Revoke an API key\n\nRun `acme keys revoke ID` to revoke an API key at once, then log in again.\n\n## List API keys\n\nRun `acme keys list` to list API keys.\n",
  });
  const args = ["--data", await newDataFolder(), "--docs", repository];
  const server = await serveUntilEnd(args, { DOCENT_DASHBOARD: "off" });
  const { assistant = "", admin = "" } = server.keys;

  const page = await readFile(join(root, "docs/typescript-client.mdx"), "utf8");
  const snippets = [...page.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);
  expect(snippets.length).toBeGreaterThanOrEqual(6);
  const program = join(folder, "snippets.mjs");
  await writeFile(program, programOf(snippets, { built, url: server.url }));
  const env = { PATH: process.env.PATH, ASSISTANT_KEY: assistant, ADMIN_KEY: admin };
  // The Node of the machine where there is one: older than what the server runs on.
  const { stdout } = await promisify(execFile)("node", [program], { env });
  expect(stdout).toContain("answered");
  expect(stdout).toContain("acme keys revoke ID");
  expect(stdout).toContain("completed");
  expect(stdout).toMatch(/invalid_request \[\s*\{\s*path: 'query'/);

  const site = await listen({ host: "127.0.0.1", port: 0 }, (request) => {
    const isScript = new URL(request.url).pathname === "/client.js";
    const type = isScript ? "text/javascript" : "text/html";
    return new Response(isScript ? script : "<h1>Docs</h1>", { headers: { "content-type": type } });
  });
  onTestFinished(() => closeServer(site));
  const window = await openWindow(await launchBrowser(), site.url);
  await window.page.goto(site.url);
  const told = await window.page.evaluate(
    async ([docent, key, script]) => {
      const { createClient: create } = await import(String(script));
      const asked = create({ server: docent, domain: "docent", assistantKey: key });
      const { text, outcome } = await asked.ask("How do I revoke an API key?").result();
      return { text, outcome };
    },
    [server.url, assistant, `${site.url}/client.js`],
  );
  expect(told).toMatchObject({
    outcome: "answered",
    text: expect.stringContaining("acme keys revoke ID"),
  });
});

/** The page's examples in their order, each with names of its own behind the first. */
function programOf(snippets: string[], { built, url }: { built: string; url: string }): string {
  const codes = snippets.map((code) => code.replace(/^import .*\n/gm, ""));
  const [first = "", ...others] = codes.map((code) => code.replace("http://127.0.0.1:4040", url));
  const imports = `import { createClient, DocentError } from ${JSON.stringify(built)};`;
  return [imports, first, ...others.map((code) => `{\n${code}}`)].join("\n");
}
