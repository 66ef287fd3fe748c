import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import type { ThreadCalls } from "../../lib/thread-calls.ts";
import type { Search } from "../../search/search.ts";
import type { Database } from "../../store/database.ts";
import type { GroupingReply, GroupingRequest } from "./grouping-calls.ts";

export type GroupingDeps = {
  db: Database;
  clock: Clock;
  log: Log;
  search: Pick<Search, "search">;
  publicUrl: string;
  thread: ThreadCalls<GroupingRequest, GroupingReply>;
  /** This node, among those that share the store. */
  holder: string;
};
