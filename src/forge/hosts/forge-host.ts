import type { RepositoryAccess } from "../../git/run/git-access.ts";

export const hostKinds = ["github", "gitlab", "gitea"] as const;
export type HostKind = (typeof hostKinds)[number];

/** A repository as its forge's API knows it. */
export type HostRepository = {
  kind: HostKind;
  /** Where the API is, such as `https://api.github.com` or `https://git.example/api/v4`; no slash at the end. */
  apiUrl: string;
  /** Where people see the repository; no slash at the end. */
  webUrl: string;
  /** Owner and name, with all groups between: `acme/docs`, `acme/teams/docs`. */
  path: string;
};

/** Whether a pull request can be merged. `unknown`: the forge is still working it out, or does not say. */
export type Mergeability = "clean" | "conflict" | "blocked" | "unknown";

/** A pull request as the forge tells it, in one shape for all of them. */
export type HostPull = {
  /** Within the repository. Numbers have gaps: issues take some. */
  number: number;
  /** The forge's own id where a part of its API wants it; "" otherwise. */
  nodeId: string;
  url: string;
  /** Without what marks a draft. */
  title: string;
  body: string;
  draft: boolean;
  state: "open" | "merged" | "closed";
  head: string;
  base: string;
  headCommit: string;
  /** "" until it is merged. A squash or a rebase makes one that is none of the branch's own. */
  mergeCommit: string;
  /** Name of the account; "" until it is merged, and where the forge does not say. */
  mergedBy: string;
  mergeability: Mergeability;
  /** Why it cannot be merged, each reason as a sentence: protection, missing review, failing checks. */
  blockedBy: string[];
  createdAt: string;
  updatedAt: string;
};

export type NewPull = {
  title: string;
  body: string;
  draft: boolean;
  head: string;
  base: string;
};

export type PullPatch = Partial<Pick<HostPull, "title" | "body" | "draft">>;

export type MergeMethod = "merge" | "squash" | "rebase";

/** What somebody wrote on a pull request. */
export type HostComment = {
  /** Unique within the repository, also between kinds of comments. */
  id: string;
  /** What an answer is sent to; comments of one thread share it. "" for the pull request as a whole. */
  thread: string;
  author: string;
  /** The account that Docent itself uses. */
  isOwn: boolean;
  body: string;
  /** The lines it is about; absent for the pull request as a whole. */
  place?: { path: string; line: number; side: "old" | "new" };
  url: string;
  createdAt: string;
  updatedAt: string;
};

/** One remark of a review, on a line as the diff shows it. */
export type LineComment = {
  path: string;
  /** Differs from `path` where the file was moved. */
  oldPath: string;
  line: number;
  side: "old" | "new";
  /** The number of the same line on the other side; undefined where the change adds or removes it. */
  otherLine: number | undefined;
  /** Stands in `body`, and in no other comment. */
  marker: string;
  body: string;
};

export type HostReview = {
  /** What was looked at. */
  headCommit: string;
  /** Stands in the summary, and in no other comment. */
  marker: string;
  lines: LineComment[];
  /** The one comment on the whole, with what no line takes. */
  summary(refused: LineComment[]): string;
};

export type CommitStatus = {
  state: "pending" | "success" | "failure";
  /** One line, at most 140 characters. */
  description: string;
  url: string;
  /** Markdown; shown where the forge has a place for it. */
  summary: string;
};

/** What a repository and our account in it allow. */
export type HostFacts = {
  /** Where the repository is now: differs from what was asked for after a rename. */
  path: string;
  webUrl: string;
  defaultBranch: string;
  archived: boolean;
  empty: boolean;
  /** A copy that the forge pulls from elsewhere: nothing can be pushed to it. */
  mirror: boolean;
  fork: boolean;
  /** The account of the token; for an app `slug[bot]`. */
  account: string;
  canPush: boolean;
  canOpenPulls: boolean;
  /** May make webhooks. */
  canAdminister: boolean;
  /** What the token lacks, each with what to grant, as a sentence. */
  missing: string[];
  drafts: boolean;
};

export type Listing = {
  pulls: HostPull[];
  /** Given back with the next listing; nothing is listed where nothing changed. */
  etag: string;
};

/** An event that a webhook brought, in one shape: never more than a reason to look. */
export type HostEvent = {
  /** The forge's id of the delivery. */
  deliveryId: string;
  about: "push" | "pull" | "comment" | "ping" | "other";
  /** Of the pull request; 0 where there is none. */
  number: number;
};

export type Delivery = {
  headers: ReadonlyMap<string, string>;
  body: Uint8Array;
  /** What was agreed on; the newest first where a secret is being replaced. */
  secrets: string[];
};

/**
 * The API of one kind of forge, for one repository. Nothing is retried here but what the forge asks to be retried, and
 * nothing is kept: what it answers is as the forge says at that moment.
 *
 * Throws AppErrors alone: `unauthenticated` for a token that is not valid, `forbidden` with the missing permission named
 * and the forge's own words, `not_found` for a repository or pull request that is not there or not to be seen,
 * `rate_limited` with `retryAfterSeconds` for limits of every kind, `unavailable` for a host that is down, cut off, too slow or answers with something
 * else than its API (an HTML page), `conflict` where the forge refuses what is asked in the state it is in.
 */
export type ForgeHost = {
  repository: HostRepository;
  /** What git pushes and fetches with: the same account. An app's token is renewed when it is about to end. */
  access(): Promise<RepositoryAccess>;
  /** Who commits are made by, so that the forge links them to the account. */
  author(): Promise<{ name: string; email: string }>;
  inspect(signal?: AbortSignal): Promise<HostFacts>;
  /** How the repository lets pull requests be merged, in the order in which they are to be tried. One request. */
  mergeMethods(): Promise<MergeMethod[]>;

  /** The open pull request from this branch of this repository to this base. */
  find(branches: { head: string; base: string }): Promise<HostPull | undefined>;
  /**
   * Throws `conflict` where the forge says that there is one already, or that there is nothing to propose. Where the
   * forge offers no drafts it makes a regular one: what comes back says which it is.
   */
  create(pull: NewPull): Promise<HostPull>;
  update(number: number, patch: PullPatch): Promise<HostPull>;
  read(number: number): Promise<HostPull | undefined>;
  /** In a listing mergeability may be unknown and who merged be left out: `read` tells. Those that changed since a moment (all when ""), the newest change first, at most a few hundred; undefined: nothing has changed since `etag`. */
  list(since: { updatedSince: string; etag: string }): Promise<Listing | undefined>;
  /** Merges what was reviewed, or throws `conflict` with the forge's own words. Asked again, it finds it merged. */
  merge(
    number: number,
    what: { headCommit: string; method: MergeMethod; title: string; message: string },
  ): Promise<void>;
  close(number: number): Promise<void>;

  setStatus(commit: string, status: CommitStatus): Promise<void>;
  /** The comment that holds `marker` gets this text, or a new one is written. `marker` is part of the text. */
  putComment(number: number, comment: { marker: string; body: string }): Promise<void>;
  /** Comments on lines and one summary, each written once however often it is asked. Lines that the forge refuses stand in the summary. */
  writeReview(number: number, review: HostReview): Promise<void>;
  addLabels(number: number, labels: string[]): Promise<void>;
  requestReviewers(number: number, reviewers: string[]): Promise<void>;
  /** Comments, reviews' summaries and comments on lines since a moment, oldest first. */
  comments(number: number, since: string): Promise<HostComment[]>;
  /** Answers in the thread of a comment. */
  reply(number: number, to: HostComment, body: string): Promise<void>;
  /** Whether an account may push to the repository. */
  mayWrite(account: string): Promise<boolean>;

  /** Makes or renews the webhook that goes to `url`. Throws `forbidden` where the token may not. */
  registerWebhook(hook: { url: string; secret: string }): Promise<void>;
  /** What a delivery is about; undefined when its signature is wrong. Throws `invalid_request` for a body that is none of this forge's. */
  readDelivery(delivery: Delivery): HostEvent | undefined;
};
