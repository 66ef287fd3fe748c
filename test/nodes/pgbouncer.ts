import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { programEnv } from "../../scripts/needs/ensure-pgbouncer.ts";
import { unprivilegedAccount } from "../account.ts";
import { freePort } from "../free-port.ts";

export type PgBouncer = {
  /** The same database through the pooler. */
  url: string;
  start(): Promise<void>;
  /** Ends it at once, and every connection with it. */
  stop(): Promise<void>;
  close(): Promise<void>;
};

/** A real PgBouncer in transaction mode before a database, as another user than root. */
export async function startPgBouncer(databaseUrl: string): Promise<PgBouncer> {
  const target = new URL(databaseUrl);
  const port = await freePort();
  const folder = await mkdtemp("/tmp/docent-pgbouncer-");
  await chmod(folder, 0o755);
  const file = join(folder, "pgbouncer.ini");
  const { hostname, port: at, username, password } = target;
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${at} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
server_login_retry = 1
`,
  );
  let child: ChildProcess | undefined;
  const start = async () => {
    const options = { ...unprivilegedAccount(), cwd: "/", env: programEnv() };
    child = spawn("pgbouncer", ["-q", file], { ...options, stdio: "ignore" });
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error("PgBouncer did not start");
      await pause(20);
    }
  };
  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  };
  await chmod(file, 0o644);
  await start();
  const url = new URL(databaseUrl);
  url.port = String(port);
  const close = async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { url: url.href, start, stop, close };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("close", () => socket.destroy());
    socket.once("connect", () => socket.end());
  });
}
