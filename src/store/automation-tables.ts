import type {
  AutomationSpec,
  AutomationState,
  AutomationTrigger,
  RunResult,
  RunState,
} from "../contract/automations.ts";

/** What a run is made of: never more than names of things, which are read when its job is started. */
export type RunMaterial =
  | { kind: "none" }
  | {
      kind: "code";
      /** The commits between these two; `from` is left out. */
      from: string;
      to: string;
      pulls: { number: number; title: string; body: string; url: string }[];
    }
  | { kind: "group"; groupId: string };

/** What a run has decided to do, written down before it does it: whoever goes on after a kill does the same. */
export type RunPlan =
  | { kind: "start" }
  /** Sends the job of an open change further; its head shows afterwards whether anything came of it. */
  | { kind: "follow"; jobId: string; headCommit: string };

/** Rows about jobs that start by themselves. */
export type AutomationTables = {
  /** Repositories of code that automations watch. */
  codeRepositories: {
    id: string;
    projectId: string;
    location: string;
    branch: string;
    /** The name its login is stored under: its own id, unless the operator named another. */
    credential: string;
    /** Nobody looks before; a webhook sets it to now. */
    lookAt: string;
    checkedAt: string | null;
    deliveredAt: string | null;
    error: string;
    createdAt: string;
  };
  automations: {
    id: string;
    projectId: string;
    /** "" where no repository starts it. */
    repositoryId: string;
    triggerKind: AutomationTrigger["kind"];
    automationState: AutomationState;
    spec: AutomationSpec;
    /** When its schedule is due. */
    nextAt: string | null;
    /** The commit up to which its repository was looked at; "" before the first look. */
    seenCommit: string;
    error: string;
    createdBy: string;
    createdAt: string;
    updatedAt: string;
  };
  automationRuns: {
    id: string;
    automationId: string;
    projectId: string;
    /** Unique for its automation: the same cause makes one run, however many nodes see it. */
    cause: string;
    /** Runs about the same subject follow up one another's open change. */
    subject: string;
    why: string;
    material: RunMaterial;
    runState: RunState;
    result: RunResult | null;
    told: string;
    plan: RunPlan | null;
    jobId: string;
    /** 0 for none. */
    changeNumber: number;
    costMicros: number;
    notBefore: string;
    /** Until then it is in one node's hands. */
    claimedUntil: string;
    createdAt: string;
    startedAt: string | null;
    endedAt: string | null;
  };
};
