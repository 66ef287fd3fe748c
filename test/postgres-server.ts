import { type ChildProcessByStdio, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { type Account, unprivilegedAccount } from "./account.ts";
import { findPostgresBinaries } from "./postgres-binaries.ts";

export type PostgresServer = {
  url: string;
  stop(): Promise<void>;
  /** Ends it (SIGINT) or lets it crash (SIGQUIT), and starts it where it was after so long. */
  restart(signal: "SIGINT" | "SIGQUIT", awayMs: number): Promise<void>;
};

type Cluster = { folder: string; data: string; binaries: string; account: Account };
type Child = ChildProcessByStdio<Writable, null, Readable>;

const ATTEMPTS = 3;

/** Starts a PostgreSQL of its own in a new folder; it goes away with this process, however that ends. */
export async function startPostgresServer(): Promise<PostgresServer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce();
    } catch (error) {
      const portWasTaken = String(error).includes("could not bind");
      if (attempt === ATTEMPTS || !portWasTaken) throw error;
    }
  }
}

async function startOnce(): Promise<PostgresServer> {
  const account = unprivilegedAccount();
  const folder = await makeFolder(account);
  try {
    const binaries = await findPostgresBinaries(folder, account);
    const cluster = { folder, data: join(folder, "data"), binaries, account };
    const password = randomBytes(12).toString("hex");
    await initialise(cluster, password);
    const port = await freePort();
    let running = await runServer(cluster, port);
    return {
      url: `postgres://docent:${password}@127.0.0.1:${port}/postgres`,
      stop: () => running.stop(),
      async restart(signal, awayMs) {
        await writeFile(join(folder, keptMark), "");
        await running.end(signal);
        await pause(awayMs);
        running = await runServer(cluster, port);
        await rm(join(folder, keptMark));
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Where the run keeps its files in memory, the server does too: a database is some 300 files, which cost a disk six times as much. */
const MEMORY = "/dev/shm";

// The server's account has to reach the folder and to remove it, and root's own temporary folder may be private.
async function makeFolder(account: Account): Promise<string> {
  const shared = tmpdir().startsWith(`${MEMORY}/`) ? MEMORY : "/tmp";
  const parent = account.uid === undefined ? tmpdir() : shared;
  const folder = await mkdtemp(join(parent, "docent-postgres-"));
  await chmod(folder, 0o755);
  await giveTo(account, folder);
  return folder;
}

async function giveTo({ uid, gid }: Account, path: string): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
}

async function initialise(cluster: Cluster, password: string): Promise<void> {
  const { folder, data, binaries, account } = cluster;
  const passwordFile = join(folder, "password");
  await writeFile(passwordFile, password, { mode: 0o600 });
  await giveTo(account, passwordFile);
  // Real deployments sort text by language, not by byte; a test must not pass only because of "C".
  const locale = ["--locale=C", "--locale-provider=icu", "--icu-locale=en-US", "--encoding=UTF8"];
  const access = ["--username=docent", "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  await promisify(execFile)(
    join(binaries, "initdb"),
    [`--pgdata=${data}`, "--no-sync", "--set=scram_iterations=1", ...access, ...locale],
    { ...account, cwd: folder, env: environment() },
  );
}

// PGDATA, PGPORT and the like of the person running the tests must not reach this server.
function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? "/usr/bin:/bin", TZ: "UTC" };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}

type Running = { stop(): Promise<void>; end(signal: NodeJS.Signals): Promise<void> };

async function runServer(cluster: Cluster, port: number): Promise<Running> {
  const child = spawnServer(cluster, port);
  const closed = once(child, "close");
  child.once("exit", () => child.stdin.end());
  const stop = async () => {
    child.stdin.end();
    await closed;
  };
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await closed;
  };
  try {
    await untilReady(child);
    return { stop, end };
  } catch (error) {
    await stop();
    throw error;
  }
}

// Standard input is the lifeline: it closes when this process ends in any way, even by SIGKILL.
// The watcher then stops the server and removes the folder ($0), unless that is kept for another start. exec keeps the server's id at $$.
const keptMark = "kept";
const LIFELINE = `
exec 3<&0
(
  cat <&3 >/dev/null
  kill -INT $$ 2>/dev/null
  tries=0
  while kill -0 $$ 2>/dev/null && [ $tries -lt 200 ]; do sleep 0.05; tries=$((tries + 1)); done
  cd / && [ -e "$0/${keptMark}" ] || rm -rf "$0"
) &
exec "$@"
`;

function spawnServer({ folder, data, binaries, account }: Cluster, port: number): Child {
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=200",
    "fsync=off",
    "full_page_writes=off",
  ].flatMap((setting) => ["-c", setting]);
  const server = [join(binaries, "postgres"), "-D", data, "-p", String(port), ...settings];
  return spawn("sh", ["-c", LIFELINE, folder, ...server], {
    ...account,
    cwd: folder,
    env: environment(),
    // A process group of its own, so that Ctrl-C reaches the tests first.
    detached: true,
    stdio: ["pipe", "ignore", "pipe"],
  });
}

async function untilReady(child: Child): Promise<void> {
  let log = "";
  child.stderr.setEncoding("utf8");
  await new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`PostgreSQL did not start:\n${log}`));
    const timer = setTimeout(fail, 60_000);
    child.once("error", reject);
    child.once("exit", fail);
    child.stderr.on("data", (text: string) => {
      log = (log + text).slice(-10_000);
      if (!log.includes("ready to accept connections")) return;
      clearTimeout(timer);
      resolve();
    });
  });
}
