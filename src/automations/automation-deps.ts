import type { JobMessage } from "../contract/jobs.ts";
import type { ForgeHost } from "../forge/hosts/forge-host.ts";
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { Wake } from "../lib/wake.ts";
import type { StoredRepository } from "../store/automations/code-repositories.ts";
import type { Database } from "../store/database.ts";
import type { RepositoryPlace } from "./open-repository.ts";

export type NewJob = {
  projectId: string;
  messages: JobMessage[];
  asDraft: boolean;
  model: "sonnet" | "opus";
  /** The same key gives the same job. */
  key: string;
  /** Who is said to have started it. */
  startedBy: string;
  /** The group of questions that it is to answer; "" for none. */
  groupId: string;
};

/** A group of questions, as far as automations need to know it. */
export type GroupFacts = {
  id: string;
  name: string;
  count: number;
  /** Differs when a person or readers opened the group again: it may start an automation once more. */
  opened: string;
};

export type GroupTexts = { name: string; questions: string[]; page: string };

export type FireDeps = RepositoryPlace & {
  db: Database;
  clock: Clock;
  log: Log;
  wake: Wake;
  /** The API of the forge that a repository is on; undefined where Docent speaks none of it. */
  hostOf(repository: StoredRepository): Promise<ForgeHost | undefined>;
  /** Starts a job and says its id. */
  startJob(job: NewJob): Promise<string>;
  /** Sends a job another message; the same key sends it once. */
  followUp(message: {
    projectId: string;
    jobId: string;
    messages: JobMessage[];
    key: string;
  }): Promise<void>;
  groups: {
    /** The open groups of a project with at least so many questions. */
    reaching(projectId: string, count: number): Promise<GroupFacts[]>;
    /** Undefined where the group is gone. */
    read(projectId: string, groupId: string): Promise<GroupTexts | undefined>;
  };
  /** How often repositories are looked at where no webhook comes; 0 for never. */
  pollMs: number;
  /** Whether no other process works on this store. */
  isAlone: boolean;
};

/** What those who fire automations listen to. */
export const automationWord = "automations";
