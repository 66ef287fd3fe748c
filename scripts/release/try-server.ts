import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Starts Docent by the command that is given, asks it something, lets it edit its own docs and ends it:
 * `node scripts/release/try-server.ts http://127.0.0.1:4040 node dist/package/bin/docent.js serve`.
 * The command is given keys by its environment, and has to lead to a server of the bundled docs at that address.
 */
const [url = "", command = "", ...args] = process.argv.slice(2);
const keys = { assistant: `svc_dsc_${secret()}`, admin: `svc_${secret()}` };
const env = {
  ...process.env,
  DOCENT_ASSISTANT_KEY: keys.assistant,
  DOCENT_ADMIN_KEY: keys.admin,
};
const longestStartMs = 120_000;

const started = performance.now();
const server = spawn(command, args, { env, stdio: "inherit" });
const ended = once(server, "close");
try {
  await untilReady();
  told("ready");
  await ask();
  told("an answer with a citation");
  await edit();
  told("a change by a job");
} finally {
  server.kill("SIGTERM");
}
const [code] = await ended;
// Windows knows no polite signal.
if (code !== 0 && process.platform !== "win32") throw new Error(`the server ended with ${code}`);
told("ended");

function secret(): string {
  return randomBytes(32).toString("hex");
}

function told(what: string): void {
  console.log(`${((performance.now() - started) / 1_000).toFixed(1).padStart(6)} s  ${what}`);
}

async function untilReady(): Promise<void> {
  while (performance.now() - started < longestStartMs) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    const reply = await fetch(`${url}/readyz`).catch(() => undefined);
    // The project and its keys are there before the port is: what answers here is ready to be asked.
    if (reply?.ok && (await projectId()) !== undefined) return;
    await sleep(200);
  }
  throw new Error("the server is not ready in time");
}

async function projectId(): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${keys.admin}` };
  const reply = await fetch(`${url}/v1/projects`, { headers });
  return Object(await reply.json()).projects?.[0]?.id;
}

async function ask(): Promise<void> {
  const parts = [{ type: "text", text: "How do I revoke an API key?" }];
  const messages = [{ role: "user", parts }];
  const path = "/discovery/v2/assistant/docent/message";
  const events = await post(path, keys.assistant, { messages });
  if (!events.includes('"source-url"')) throw new Error(`no citation in: ${events}`);
}

async function edit(): Promise<void> {
  const content = 'Replace "Run Docent in production" with "Operate Docent" in self-hosting.mdx';
  const job = { branch: "docs/try", messages: [{ role: "user", content }] };
  const events = await post(`/v1/agent/${await projectId()}/job`, keys.admin, job);
  if (!events.includes('"pullRequestLink":"http')) throw new Error(`no change in: ${events}`);
}

async function post(path: string, key: string, body: unknown): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const reply = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${path} answers ${reply.status}: ${text}`);
  return text;
}
