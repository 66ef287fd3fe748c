import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const limitMs = 120_000;

/**
 * Lets a server of a new build live once, from its first start through an answer to an orderly end: only then does it
 * leave its compiled code behind, which saves those after it a third of their start. Most servers of tests are killed.
 */
export async function warmUp(program: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "docent-warm-up-"));
  const { PATH = "", HOME = "/" } = process.env;
  const child = spawn(
    process.execPath,
    [program, "serve", "--port", "0", "--data", join(folder, "data")],
    { env: { PATH, HOME }, stdio: ["ignore", "pipe", "ignore"], timeout: limitMs },
  );
  const closed = once(child, "close");
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (some: string) => {
    said += some;
    if (/^docent listening on .+\n/m.test(said)) askOnce(said).finally(() => child.kill());
  });
  const [code] = await closed;
  await rm(folder, { recursive: true, force: true });
  if (code !== 0) throw new Error(`The built server does not start, answer and end:\n${said}`);
}

async function askOnce(banner: string): Promise<void> {
  const url = /^docent listening on (.+)$/m.exec(banner)?.[1];
  const key = /^ +Assistant key .*(svc_\S+)$/m.exec(banner)?.[1];
  const asked = await fetch(`${url}/discovery/v2/assistant/docent/message`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({
      messages: [{ role: "user", parts: [{ type: "text", text: "How do I revoke a key?" }] }],
    }),
  });
  await asked.text();
}
