import type { RepositoryFile, TestRepository } from "../make-repository.ts";

export type Permission = "none" | "read" | "write" | "admin";

export type ForgeAccount = { name: string; id: number; email: string; permission: Permission };

/** What a token opens. `lacks`: what was not granted, in the words of its forge. */
export type ForgeToken = { account: ForgeAccount; expiresAt?: number; lacks: Set<string> };

export type ForgePull = {
  number: number;
  title: string;
  body: string;
  draft: boolean;
  state: "open" | "merged" | "closed";
  head: string;
  base: string;
  /** Follows the branch while the pull request is open, and stays after. */
  headCommit: string;
  mergeCommit: string;
  mergedBy: string;
  author: string;
  labels: string[];
  reviewers: string[];
  createdAt: string;
  updatedAt: string;
  /** When it was merged or closed; "" while it is open. */
  endedAt: string;
};

export type ForgeComment = {
  id: number;
  pull: number;
  author: string;
  body: string;
  createdAt: string;
  updatedAt: string;
  /** On a line of the change. */
  place?: { path: string; line: number; side: "old" | "new" };
  /** The first comment of the thread it answers; 0 for one that begins a thread. */
  replyTo: number;
  /** The review it belongs to; 0 for none. */
  review: number;
};

export type ForgeReview = {
  id: number;
  pull: number;
  author: string;
  verdict: "approved" | "changes" | "comment";
  body: string;
  commit: string;
  createdAt: string;
};

export type ForgeStatus = {
  id: number;
  commit: string;
  context: string;
  state: string;
  description: string;
  url: string;
  author: string;
  createdAt: string;
};

export type ForgeHook = { id: number; url: string; secret: string; events: string[] };

export type ForgeEvent =
  | { kind: "push"; branch: string; before: string; after: string; by: string }
  | { kind: "pull"; action: string; pull: ForgePull; by: string }
  | { kind: "comment"; comment: ForgeComment; pull: ForgePull; by: string }
  | { kind: "review"; review: ForgeReview; pull: ForgePull; by: string };

export type ForgeProtection = { reviews: number; checks: string[] };

/** A planned answer of the API instead of its own. */
export type PlannedFault = {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** How often; once unless given. */
  times?: number;
  /** Only for requests whose method and path hold this. */
  only?: string;
  /** The line is cut instead of an answer. */
  cut?: boolean;
  /** The work is done first: only the answer is lost. */
  afterwards?: boolean;
};

export type ForgeMood = {
  faults: PlannedFault[];
  /** Requests left before the limit; undefined for no limit. */
  remaining: number | undefined;
  /** The limit on too much in too short a time is in force. */
  secondary: boolean;
  delayMs: number;
  /** Whether a pull request can be merged is known at the second time of asking only. */
  lateMergeability: boolean;
  noDrafts: boolean;
  /** Called with the method and path of each request, before its work is done and before it is answered; it may wait. */
  around: (request: string, when: "before" | "after") => Promise<void> | void;
};

export type OpenOutcome =
  | { pull: ForgePull }
  | { refused: "exists" | "no-head" | "no-base" | "no-commits"; number: number };

/** What a forge keeps of one repository, with real git beneath. The fronts give it the wire format of one kind of forge. */
export type ForgeState = {
  repository: TestRepository;
  /** Owner and name; `rename` changes it, and the old ones are kept. */
  path: string;
  oldPaths: string[];
  private: boolean;
  archived: boolean;
  fork: boolean;
  mirror: boolean;
  methods: Set<"merge" | "squash" | "rebase">;
  defaultBranch: string;
  /** Whether a branch that lands in its base by a push closes the pull request as merged, and one that is deleted closes it. */
  follows: { pushedMerges: boolean; deletedBranches: boolean };
  /** Whether a second open pull request of the same branch is refused. */
  onePerBranch: boolean;
  accounts: Map<string, ForgeAccount>;
  tokens: Map<string, ForgeToken>;
  pulls: Map<number, ForgePull>;
  comments: ForgeComment[];
  reviews: ForgeReview[];
  statuses: ForgeStatus[];
  labels: Map<string, number>;
  hooks: ForgeHook[];
  protection: Map<string, ForgeProtection>;
  mood: ForgeMood;
  /** The front's: makes deliveries of it. */
  onEvent: ((event: ForgeEvent) => void)[];

  /** A moment after all others, in whole seconds as forges tell them. */
  now(): string;
  nextId(): number;
  addAccount(name: string, permission: Permission, token?: string): ForgeAccount;
  /** Undefined for a token that is unknown, revoked or has ended. */
  tokenOf(token: string | undefined): ForgeToken | undefined;
  tip(branch: string): Promise<string | undefined>;
  isEmpty(): Promise<boolean>;
  /** A person's commit on a branch, as a push: null deletes a file. */
  push(branch: string, files: Record<string, RepositoryFile>, by?: string): Promise<string>;
  deleteBranch(branch: string, by?: string): Promise<void>;
  /** Brings pull requests in line with the branches, and tells of what was pushed since the last time. */
  look(by?: string): Promise<void>;
  open(
    input: Pick<ForgePull, "title" | "body" | "draft" | "head" | "base">,
    by: string,
  ): Promise<OpenOutcome>;
  pull(number: number): Promise<ForgePull | undefined>;
  edit(number: number, patch: Partial<ForgePull>, by: string): Promise<ForgePull | undefined>;
  merge(number: number, input: MergeInput): Promise<MergeOutcome>;
  /** Why an open pull request cannot be merged. */
  blocks(pull: ForgePull): { review: boolean; checks: string[] };
  conflicts(pull: ForgePull): Promise<boolean>;
  /** What `conflicts` says as an API tells it: undefined while it is worked out. */
  mergeable(pull: ForgePull): Promise<boolean | undefined>;
  comment(
    input: Pick<ForgeComment, "pull" | "author" | "body"> & Partial<ForgeComment>,
  ): ForgeComment;
  review(input: Pick<ForgeReview, "pull" | "author" | "verdict" | "body">): Promise<ForgeReview>;
  setStatus(status: Omit<ForgeStatus, "id" | "createdAt">): ForgeStatus;
  /** The newest status of each context. */
  statusesOf(commit: string): ForgeStatus[];
  protect(branch: string, protection?: ForgeProtection): Promise<void>;
  rename(path: string): void;
};

export type MergeInput = {
  method: "merge" | "squash" | "rebase";
  by: string;
  /** What was reviewed; "" for whatever is there. */
  headCommit: string;
  title: string;
  message: string;
};

export type MergeOutcome =
  | { merged: ForgePull }
  | {
      refused:
        | "missing"
        | "ended"
        | "draft"
        | "moved"
        | "method"
        | "review"
        | "checks"
        | "conflict";
    };
