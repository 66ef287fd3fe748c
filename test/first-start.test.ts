import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../src/store/database.ts";
import {
  answerOf,
  askServer,
  collect,
  environment,
  newDataFolder,
  root,
  runDocent,
  type ServerProcess,
  serveUntilEnd,
  soon,
  untilListening,
} from "./server-process.ts";

const timeout = 240_000;
const isOneSentence = /^docent: [^\n]+\n$/;

function filesUnder(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const paths = names.map((name) => join(folder, name));
  return paths.filter((path) => statSync(path).isFile());
}

test("the first start makes a private data folder, a public demo project and two keys that are stored as hashes", {
  timeout,
}, async () => {
  const data = await newDataFolder();
  const server = await serveUntilEnd(["--data", data]);
  expect(statSync(data).mode & 0o777).toBe(0o700);
  expect(server.stdout().trimEnd().split("\n").at(-1)).toBe(`docent listening on ${server.url}`);
  expect(server.keys.assistant).toMatch(/^svc_dsc_[0-9a-f]{64}$/);
  expect(server.keys.admin).toMatch(/^svc_[0-9a-f]{64}$/);

  const repository = join(data, "repositories/docent.git");
  const bare = spawnSync("git", ["-C", repository, "rev-parse", "--is-bare-repository"]);
  expect(bare.stdout.toString()).toBe("true\n");
  expect((await fetch(`${server.url}/docs/docent/quickstart`)).status).toBe(200);
  const asked = await askServer(server.url, server.keys.assistant, "How do I revoke a key?");
  expect(await asked.text()).toContain(`${server.url}/docs/docent/keys-and-security`);

  const stored = () =>
    filesUnder(data)
      .map((file) => readFileSync(file, "latin1"))
      .join("\n");
  const whileRunning = stored();
  await server.end();
  for (const text of [whileRunning, stored()]) {
    for (const key of [server.keys.assistant ?? "", server.keys.admin ?? ""]) {
      expect(text).not.toContain(key.slice(-32));
      expect(text).toContain(createHash("sha256").update(key).digest("hex"));
    }
  }
});

test("the curl commands of the banner work when pasted", { timeout }, async () => {
  const server = await serveUntilEnd(["--data", await newDataFolder()]);
  const [ask = "", ready = ""] = curlCommands(server.stdout());

  const url = /^curl -N (\S+)/.exec(ask)?.[1] ?? "";
  const headers = [...ask.matchAll(/-H '([^':]+): ([^']+)'/g)].map(
    ([, name = "", value = ""]): [string, string] => [name, value],
  );
  const body = /-d '([^']+)'/.exec(ask)?.[1] ?? "";
  const answered = await fetch(url, { method: "POST", headers, body });
  const text = await answered.text();
  expect(text).toContain(`"outcome":"answered"`);
  expect(text).toContain("/docs/docent/");
  expect(await (await fetch(/^curl (\S+)/.exec(ready)?.[1] ?? "")).json()).toEqual({
    status: "ready",
  });

  if (spawnSync("curl", ["--version"]).status !== 0) return;
  expect(pasted(ask)).toContain('data: {"type":"finish"');
  expect(pasted(ready)).toContain('{"status":"ready"}');
});

function curlCommands(banner: string): string[] {
  return [...banner.matchAll(/^ {2}(curl (?:.*\\\n)*.*)$/gm)].map(([, command = ""]) => command);
}

function pasted(command: string): string {
  return spawnSync("sh", ["-c", command], { encoding: "utf8", timeout: 60_000 }).stdout;
}

test("a second start reads nothing again, keeps keys and threads, and prints no secret", {
  timeout,
}, async () => {
  const data = await newDataFolder();
  const first = await serveUntilEnd(["--data", data]);
  const asked = await askServer(first.url, first.keys.assistant, "How do I create a key?");
  await asked.text();
  expect(await first.end()).toEqual({ code: 0, signal: null });

  const second = await serveUntilEnd(["--data", data]);
  expect(second.stderr()).toContain("nothing changed");
  expect(second.stderr()).not.toContain("Indexing");
  expect(second.stdout() + second.stderr()).not.toContain("svc_");
  const threadId = asked.headers.get("x-thread-id");
  const again = await askServer(second.url, first.keys.assistant, "And how do I revoke it?", {
    threadId,
  });
  expect(again.headers.get("x-thread-id")).toBe(threadId);
  expect(await answerOf(again)).toContain("revoke");
});

test("a second server on the data folder is refused in one sentence while the first goes on", {
  timeout,
}, async () => {
  const data = await newDataFolder();
  const first = await serveUntilEnd(["--data", data]);
  const refused = await runDocent(["serve", "--port", "0", "--data", data]);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toMatch(isOneSentence);
  expect(refused.stderr).toContain(`(process ${first.pid}) already uses the data folder ${data}`);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  await first.end("SIGKILL");
  const next = await serveUntilEnd(["--data", data]);
  expect(
    await answerOf(await askServer(next.url, first.keys.assistant, "What is a thread?")),
  ).not.toBe("");
});

type Reader = { text: Promise<string> };

/** A reader of an answer that another process seems to write still: its stream stays open. */
async function waitingReader(data: string, server: ServerProcess): Promise<Reader> {
  const id = "chat-of-a-server-that-is-gone";
  await (await askServer(server.url, server.keys.assistant, "What is a thread?", { id })).text();
  // For a second this process remembers how the answer ended.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const db = await openDatabase({ kind: "sqlite", file: join(data, "docent.db") });
  await db.deleteFrom("answerEvents").where("seq", ">", 1).execute();
  await db.updateTable("answers").set({ state: "streaming", leaseExpiresAt: "9999" }).execute();
  await db.destroy();
  const headers = { authorization: `Bearer ${server.keys.assistant}` };
  const url = `${server.url}/discovery/v2/assistant/docent/message/${id}/stream`;
  const stream = await fetch(url, { headers });
  expect(stream.status).toBe(200);
  return { text: stream.text().catch(() => "cut") };
}

test("a waiting reader does not hold up SIGTERM", { timeout }, async () => {
  const data = await newDataFolder();
  const server = await serveUntilEnd(["--data", data]);
  const reader = await waitingReader(data, server);
  expect(await server.end()).toEqual({ code: 0, signal: null });
  expect(await reader.text).not.toContain("[DONE]");
});

test("a second signal ends the server at once, unless it is the first one arriving twice", {
  timeout,
}, async () => {
  for (const [pauseMs, code] of [
    [100, 0],
    [1_200, 1],
  ] as const) {
    const data = await newDataFolder();
    const server = await serveUntilEnd(["--data", data]);
    await waitingReader(data, server);
    process.kill(server.pid, "SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    expect(await server.end()).toEqual({ code, signal: null });
  }
});

for (const target of ["npm", "its process group"]) {
  test(`npm start ends with SIGTERM to ${target}`, { timeout }, async () => {
    const data = await newDataFolder();
    const settings = environment({ DOCENT_DATA: data, DOCENT_PORT: "0" });
    const child = spawn("npm", ["start"], {
      cwd: root,
      env: settings,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const { pid } = child;
    if (pid === undefined) throw new Error("npm could not be started");
    onTestFinished(() => void (isAlive(-pid) && process.kill(-pid, "SIGKILL")));
    const server = await untilListening(collect(child));
    await waitingReader(data, server);
    const serverPid = Number(readFileSync(join(data, "server.pid"), "utf8"));
    process.kill(target === "npm" ? pid : -pid, "SIGTERM");
    await server.ended;
    while (isAlive(serverPid)) await soon();
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
    // A server that ended in order has closed its store, which takes this file away.
    expect(existsSync(join(data, "docent.db-wal"))).toBe(false);
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const ownKeys = (letter: string) => ({
  DOCENT_ADMIN_KEY: `svc_${letter.repeat(32)}`,
  DOCENT_ASSISTANT_KEY: `svc_dsc_${letter.repeat(32)}`,
});

test("keys of the environment are taken, and a changed one revokes the one before", {
  timeout,
}, async () => {
  const data = await newDataFolder();
  const status = async (server: ServerProcess, letter: string) =>
    (await askServer(server.url, ownKeys(letter).DOCENT_ASSISTANT_KEY, "What is a thread?")).status;
  const first = await serveUntilEnd(["--data", data], ownKeys("a"));
  expect(first.stdout()).not.toContain("svc_");
  expect([await status(first, "a"), await status(first, "b")]).toEqual([200, 401]);
  await first.end();
  const second = await serveUntilEnd(["--data", data], ownKeys("b"));
  expect([await status(second, "a"), await status(second, "b")]).toEqual([401, 200]);
  await second.end();
  const other = await runDocent(
    ["serve", "--port", "0", "--data", data, "--domain", "acme"],
    ownKeys("b"),
  );
  expect(other).toMatchObject({ code: 1, stdout: "" });
  expect(other.stderr).toContain("The key in DOCENT_ADMIN_KEY is already in use");
});

test("wrong settings are refused at the start, all at once and without showing a secret", {
  timeout,
}, async () => {
  const data = await newDataFolder();
  const settings = {
    DOCENT_ADMIN_KEY: "svc_short",
    DOCENT_ASSISTANT_KEY: `svc_${"s".repeat(40)}`,
    DOCENT_PUBLIC_URL: "docs",
  };
  const refused = await runDocent(["serve", "--port", "99999", "--data", data], settings);
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  for (const name of ["--port", ...Object.keys(settings)])
    expect(refused.stderr).toContain(`  ${name}: must `);
  expect(refused.stderr).not.toContain("sss");
  expect(existsSync(data)).toBe(false);
});

test("a port in use is named in one sentence, and the next start still shows the keys", {
  timeout,
}, async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  onTestFinished(() => void taken.close());
  const address = taken.address();
  const port = typeof address === "object" && address ? String(address.port) : "";
  const data = await newDataFolder();
  const refused = await runDocent(["serve", "--port", port, "--data", data]);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toMatch(
    /^docent: Port \d+ on 127\.0\.0\.1 is in use[^\n]*: choose another with --port, or --port 0 for any free one\.\n$/,
  );
  expect(existsSync(data)).toBe(false);
  expect((await serveUntilEnd(["--data", data])).keys.assistant).toMatch(/^svc_dsc_/);
});
