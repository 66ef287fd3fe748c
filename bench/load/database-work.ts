import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";

/** What PostgreSQL has done since it started. */
export type DatabaseWork = { commits: number; rows: number; walBytes: number; cpuSeconds: number };

export async function databaseWork(url: string): Promise<DatabaseWork> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(`select pg_backend_pid() as pid, pg_stat_clear_snapshot(),
      (select sum(xact_commit)::float8 from pg_stat_database) as commits,
      (select sum(tup_inserted + tup_updated + tup_deleted)::float8 from pg_stat_database) as rows,
      (select wal_bytes::float8 from pg_stat_wal) as wal`);
    const { pid, commits, rows: changed, wal } = rows[0];
    return { commits, rows: changed, walBytes: wal, cpuSeconds: cpuOfServer(pid) };
  } finally {
    await client.end();
  }
}

export function workBetween(before: DatabaseWork, after: DatabaseWork): DatabaseWork {
  return {
    commits: after.commits - before.commits,
    rows: after.rows - before.rows,
    walBytes: after.walBytes - before.walBytes,
    cpuSeconds: after.cpuSeconds - before.cpuSeconds,
  };
}

const ticksPerSecond = 100;

/** Of the server's first process and all those it has started; those that have ended count as its children's time. */
function cpuOfServer(backend: number): number {
  const server = statOf(backend).parent;
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [{ pid: Number(name), ...statOf(Number(name)) }];
      } catch {
        return [];
      }
    });
  const ticks = all.reduce((sum, one) => {
    if (one.pid === server) return sum + one.own + one.ofEnded;
    return one.parent === server ? sum + one.own : sum;
  }, 0);
  return ticks / ticksPerSecond;
}

function statOf(pid: number): { parent: number; own: number; ofEnded: number } {
  const fields = (readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1) ?? "").split(" ");
  const at = (place: number) => Number(fields[place]);
  return { parent: at(1), own: at(11) + at(12), ofEnded: at(13) + at(14) };
}
