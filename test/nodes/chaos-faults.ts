import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { CutLine } from "../cut-line.ts";
import type { ForgeState } from "../forges/forge-types.ts";
import type { PostgresServer } from "../postgres-server.ts";
import type { Nodes } from "./chaos-clients.ts";
import type { SmallDisk } from "./small-disk.ts";

export type Place = Nodes & {
  postgres: PostgresServer;
  disk: SmallDisk;
  forge: { state: ForgeState; line: CutLine<{ url: string }> };
};

export type Fault = { name: string; happen(): Promise<unknown> };

/** What goes wrong, one after the other, under load. */
export function faultsOf({ restart, pooler, line, db, postgres, disk, forge }: Place): Fault[] {
  const cutConnections = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  const forAWhile = async (begin: () => unknown, ms: number, end: () => unknown) => {
    await begin();
    await pause(ms);
    await end();
  };
  return [
    { name: "PostgreSQL cuts every connection", happen: () => cutConnections.execute(db) },
    { name: "node killed", happen: () => restart("one") },
    {
      name: "the forge fails",
      async happen() {
        const { mood } = forge.state;
        // In place of what no request has met yet: a forge that fails for long is asked ever more rarely.
        mood.faults = [
          { status: 502, times: 3 },
          { status: 500, times: 2, cut: true, afterwards: true },
        ];
        await forAWhile(forge.line.cut, 500, forge.line.mend);
      },
    },
    { name: "PostgreSQL stopped and started", happen: () => postgres.restart("SIGINT", 500) },
    {
      name: "PgBouncer killed and started",
      happen: () => forAWhile(pooler.stop, 500, pooler.start),
    },
    { name: "the disk is full", happen: () => forAWhile(disk.fill, 1_000, disk.free) },
    { name: "worker killed", happen: () => restart("worker") },
    { name: "packets delayed", happen: () => forAWhile(() => line.delay(150), 1_500, line.mend) },
    { name: "PostgreSQL out of reach", happen: () => forAWhile(line.cut, 1_500, line.mend) },
    { name: "PostgreSQL crashed and started", happen: () => postgres.restart("SIGQUIT", 200) },
    {
      name: "replies of PostgreSQL lost",
      happen: () => forAWhile(line.loseReplies, 300, line.mend),
    },
  ];
}
