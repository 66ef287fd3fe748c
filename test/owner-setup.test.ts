import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  newDataFolder,
  runDocent,
  type ServerProcess,
  type Settings,
  serveUntilEnd,
} from "./server-process.ts";

const timeout = 240_000;
const password = "a long enough password";
const linkForm = /^ {2}(http:\S+\/dashboard\/setup#[\w-]{43})$/m;

function tokenOf(server: ServerProcess): string | undefined {
  return linkForm.exec(server.stdout())?.[1]?.split("#")[1];
}

function send(server: ServerProcess, path: string, body?: unknown, cookie = ""): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "x-docent-dashboard": "1", "content-type": "application/json", cookie },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function serve(data: string, settings: Settings = {}): Promise<ServerProcess> {
  return serveUntilEnd(["--data", data], settings);
}

test("the link of the newest start sets the password, and later starts print none", {
  timeout,
}, async () => {
  const data = await newDataFolder();
  const first = await serve(data);
  const old = tokenOf(first);
  expect(first.stdout()).toContain(`  Dashboard  ${first.url}/dashboard\n`);
  expect((await fetch(`${first.url}/dashboard`)).status).toBe(200);
  await first.end();

  const second = await serve(data);
  const token = tokenOf(second);
  expect(token).not.toBe(old);
  expect((await send(second, "/auth/setup", { token: old, password })).status).toBe(403);
  const set = await send(second, "/auth/setup", { token, password });
  expect(set.status).toBe(204);
  const cookie = set.headers.get("set-cookie")?.split(";")[0] ?? "";
  expect((await send(second, "/v1/projects", undefined, cookie)).status).toBe(200);
  await second.end();
  for (const secret of [old ?? "", token ?? "", cookie.split("=")[1] ?? "", password]) {
    expect(secret).not.toBe("");
    expect(second.stderr()).not.toContain(secret);
    expect(storedIn(data)).not.toContain(secret);
  }

  const third = await serve(data);
  expect(third.stdout()).toContain("/dashboard\n");
  expect(tokenOf(third)).toBeUndefined();
  expect((await send(third, "/v1/projects", undefined, cookie)).status).toBe(200);
});

test("docent owner reset logs everybody out and prints a link that a running server takes", {
  timeout,
}, async () => {
  const data = await newDataFolder();
  const server = await serve(data);
  const set = await send(server, "/auth/setup", { token: tokenOf(server), password });
  const cookie = set.headers.get("set-cookie")?.split(";")[0] ?? "";
  const settings = { DOCENT_PUBLIC_URL: "https://docs.example.com" };
  const reset = await runDocent(["owner", "reset", "--data", data], settings);
  expect(reset.code).toBe(0);
  expect(reset.stdout).toMatch(/^https:\/\/docs\.example\.com\/dashboard\/setup#[\w-]{43}\n$/);
  expect((await send(server, "/v1/projects", undefined, cookie)).status).toBe(401);
  expect((await send(server, "/auth/login", { password })).status).toBe(401);
  const token = reset.stdout.trim().split("#")[1];
  const next = { token, password: "the next password" };
  expect((await send(server, "/auth/setup", next)).status).toBe(204);
  expect((await send(server, "/auth/login", { password: next.password })).status).toBe(204);
});

test("without a dashboard there is no link and no page", { timeout }, async () => {
  const server = await serve(await newDataFolder(), { DOCENT_DASHBOARD: "off" });
  expect(server.stdout()).not.toContain("/dashboard");
  expect(server.stderr()).not.toContain("Building the dashboard");
  expect((await fetch(`${server.url}/dashboard`)).status).toBe(404);
  expect((await send(server, "/auth/session")).status).toBe(404);
});

function storedIn(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = names.map((name) => join(folder, name)).filter((file) => statSync(file).isFile());
  return files.map((file) => readFileSync(file, "latin1")).join("\n");
}
