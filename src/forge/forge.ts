import type { Change, ChangeCheck } from "../contract/changes.ts";

/** A change as a forge keeps it. */
export type ForgeChange = Change & {
  /** Where the branch left its base: the diff goes from here to `headCommit`, also after a merge. */
  baseCommit: string;
};

export type OpenChange = {
  title: string;
  /** Markdown. */
  body: string;
  draft: boolean;
  /** Branch with the changes; it has at least one commit that the base lacks. */
  head: string;
  /** Branch they are meant for. */
  base: string;
  headCommit: string;
  /** What was found before the change was proposed. */
  checks: ChangeCheck[];
  /** Job that proposes it; "" when there is none. */
  sessionId: string;
};

/**
 * Where changes to one project's repository are proposed and reviewed. An adapter talks to one kind of forge; it never
 * retries on its own, never waits for people, and throws nothing but AppErrors for what a caller can do something about.
 */
export type Forge = {
  /** The account that commits are to be made by; absent where there is none. */
  author?(): Promise<{ name: string; email: string }>;
  /**
   * Proposes a branch. While a change of that branch is open it is updated instead: title, body, draft flag, checks,
   * head commit and job. So opening twice, also at the same time, leaves one change.
   */
  open(change: OpenChange): Promise<ForgeChange>;
  /**
   * The change with this number, or undefined. It is told as it really stands: merged or closed when somebody merged
   * or deleted the branch by hand, with the newest commit of the branch while it is open.
   */
  read(number: number): Promise<ForgeChange | undefined>;
  /** As `read`, asked at this moment: throws where what keeps the change cannot be asked. */
  look(number: number): Promise<ForgeChange | undefined>;
  /** The changes of a branch, newest first, as `read` tells them. */
  ofBranch(head: string): Promise<ForgeChange[]>;
  /**
   * Brings the stored changes up to date with the branches of the repository on this machine, for a list of them all.
   * Waits for no host: what is kept elsewhere is told as it was last seen.
   */
  refresh(): Promise<void>;
  /**
   * Merges an open change with a merge commit and leaves the branch where it is. `headCommit`: what was reviewed.
   * Merging a merged change again gives it back. Throws `conflict`, and changes nothing, for a draft or a closed
   * change, when the branch has moved on from `headCommit`, and when the branches do not merge: then `details` has
   * each path with a sentence on why.
   */
  merge(number: number, headCommit?: string): Promise<ForgeChange>;
  /** Closes a change without merging it and leaves the branch alone. Throws `conflict` for a merged one. */
  close(number: number): Promise<ForgeChange>;
  /** Makes a draft ready for review. Throws `conflict` for a change that is no longer open. */
  markReady(number: number): Promise<ForgeChange>;
};
