import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgresServer } from "../../test/postgres-server.ts";
import { type InstallCost, installInto } from "./installed.ts";
import { measureServer, type ServerCost } from "./measure-process.ts";

/** A peer of the field: it answers from documents too, and is on npm. */
const version = "3.1.4";
const port = 39_811;

export type Peer = {
  name: string;
  install: InstallCost;
  measure(): Promise<ServerCost>;
  stop(): Promise<void>;
};

/**
 * Flowise in a folder where it is installed first if it is not there. Its SQLite has to be compiled or fetched from elsewhere, so it
 * runs without install scripts and on PostgreSQL, whose processes are not counted.
 */
export async function openFlowise(folder: string): Promise<Peer> {
  const install = installInto(folder, `flowise@${version}`, "--ignore-scripts");
  const home = mkdtempSync(join(tmpdir(), "docent-flowise-"));
  const postgres = await startPostgresServer();
  const { hostname, port: storePort, username, password } = new URL(postgres.url);
  const env = {
    ...{ HOME: home, PORT: String(port) },
    ...{ DISABLE_FLOWISE_TELEMETRY: "true", DO_NOT_TRACK: "1" },
    ...{ DATABASE_TYPE: "postgres", DATABASE_NAME: "postgres" },
    ...{ DATABASE_HOST: hostname, DATABASE_PORT: storePort },
    ...{ DATABASE_USER: username, DATABASE_PASSWORD: password },
    ...{ SECRETKEY_PATH: home, LOG_PATH: join(home, "logs"), BLOB_STORAGE_PATH: home },
  };
  const program = join(folder, "node_modules/flowise/bin/run");
  const first = `http://127.0.0.1:${port}/api/v1/ping`;
  return {
    name: `Flowise ${version}`,
    install,
    measure: () => measureServer([program, "start"], { env, cwd: folder, first }),
    async stop() {
      await postgres.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
