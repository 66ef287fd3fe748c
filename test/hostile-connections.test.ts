import { spawn } from "node:child_process";
import { request } from "node:http";
import { connect } from "node:net";
import { expect, inject, onTestFinished, test } from "vitest";
import { makeRepository } from "./make-repository.ts";
import {
  collect,
  environment,
  newDataFolder,
  root,
  type ServerProcess,
  soon,
  untilListening,
} from "./server-process.ts";

/** A server that may have so many files and connections open. */
async function startWithin(descriptors: number, args: string[]): Promise<ServerProcess> {
  const script = `ulimit -n ${descriptors}; exec "$@"`;
  const serve = [process.execPath, inject("programs").docent, "serve", "--port", "0", ...args];
  const child = spawn("sh", ["-c", script, "sh", ...serve], {
    cwd: root,
    env: environment({ DOCENT_DASHBOARD: "off" }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const server = await untilListening(collect(child));
  onTestFinished(async () => void (await server.end("SIGKILL")));
  return server;
}

/** Somebody at another address than the attacker's. */
function statusFor(
  { url, keys }: ServerProcess,
  call: { method: string; path: string },
): Promise<number> {
  const { hostname, port } = new URL(url);
  const headers = { authorization: `Bearer ${keys.admin}` };
  return new Promise((resolve, reject) => {
    const options = { hostname, port, localAddress: "127.0.0.2", agent: false, headers };
    request({ ...options, ...call }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
    })
      .once("error", reject)
      .end();
  });
}

test("three hundred connections at a limit of 256 descriptors keep nobody else out, and git goes on", async () => {
  const { path: docs } = await makeRepository({ "index.md": "# Home\n\nText.\n" });
  const server = await startWithin(256, ["--docs", docs, "--data", await newDataFolder()]);
  const { hostname, port } = new URL(server.url);
  let settled = 0;
  for (let count = 0; count < 300; count += 1) {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => undefined);
    socket.resume();
    socket.once("connect", () => {
      settled += 1;
      socket.write(count % 2 === 0 ? "rubbish\r\n\r\n" : "GET / HTTP/1.1\r\nhost: x\r\n");
    });
    socket.once("error", () => {
      settled += 1;
    });
  }
  while (settled < 300) await soon();
  const ready = () => statusFor(server, { method: "GET", path: "/readyz" }).catch(() => 0);
  while ((await ready()) !== 200) await soon();
  const sync = { method: "POST", path: "/v1/projects/docent/sync" };
  expect(await statusFor(server, sync)).toBe(200);
  expect(await server.end()).toMatchObject({ code: 0 });
});
