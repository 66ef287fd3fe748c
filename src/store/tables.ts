import type { ColumnType, Generated, Selectable } from "kysely";
import type { AnswerEvent, Citation, Outcome } from "../contract/answer-events.ts";
import type {
  ChangeCheck,
  ChangeState,
  CommentState,
  ForgeKind,
  Mergeability,
} from "../contract/changes.ts";
import type { Rating } from "../contract/insights/feedback.ts";
import type { JobModelFault } from "../contract/job-list.ts";
import type { JobEvent, JobMessage, Todo } from "../contract/jobs.ts";
import type { SecretKind } from "../contract/secrets.ts";
import type { HeadingPlace, PageProblem } from "../docs/page/parsed-page.ts";
import type { Edition } from "../docs/site/edition.ts";
import type { AutomationTables } from "./automation-tables.ts";
import type { GroupTables } from "./group-tables.ts";
import type { ForgeWait } from "./jobs/forge-wait.ts";
import type { JobTurn } from "./jobs/job-turns.ts";
import type { KeyTables } from "./key-tables.ts";
import type { MemberTables } from "./member-tables.ts";
import type { NodeTables } from "./node-tables.ts";
import type { ProofTables } from "./proof-tables.ts";
import type { QuestionTables } from "./question-tables.ts";
import type { ReaderTables } from "./reader-tables.ts";

/**
 * Rows as the program sees them. In the database names are in snake case, truth values 0 and 1, structured values JSON
 * text, and times ISO 8601 text in UTC, which read the same in SQLite and PostgreSQL: `row-plugin.ts` stands between.
 */
export type Tables = MemberTables &
  AutomationTables &
  GroupTables &
  KeyTables &
  NodeTables &
  ProofTables &
  QuestionTables &
  ReaderTables & {
    projects: {
      id: string;
      domain: string;
      name: string;
      visibility: "public" | "private";
      /** Address of the docs site the pages are published on; "" when Docent shows them itself. */
      baseUrl: string;
      currentRevisionId: string | null;
      /** The source whose repository jobs edit; null when the project does not say. */
      editSourceId: string | null;
      /** JSON of the models of its own; "" where it has those of the deployment. */
      model: Generated<string>;
      /** JSON of globs: what its jobs may write besides the docs; "" for nothing. */
      extraPaths: Generated<string>;
      /** JSON of what it has in place of the deployment's settings, and of its own alone; "" for nothing. */
      ownSettings: Generated<string>;
      /** null while its first steps are shown. */
      firstStepsClosedAt: Generated<string | null>;
      createdAt: string;
    };
    /** Settings of the deployment that were changed in the dashboard, by their names in the environment. */
    settings: {
      name: string;
      value: string;
      setBy: string;
      updatedAt: string;
    };
    sources: {
      id: string;
      projectId: string;
      kind: "folder" | "git";
      location: string;
      branch: string;
      subfolder: string;
      /** Folder that the source's pages are put under in the project; "" for the top. */
      mount: string;
      /** Address of the site this source is published on; "" for the project's own. */
      baseUrl: string;
      /** Name of the token in the settings that opens the repository; "" for the default one. */
      credential: string;
      /** The site generator its settings were read for; "" before the first sync. */
      generator: string;
      /** What the last sync left out or could not read, other than faults inside pages. */
      problems: SourceProblem[];
      /** Why the last sync failed; "" when it did not. */
      error: string;
      createdAt: string;
      syncedAt: string | null;
      /** When somebody last looked whether there is anything new. */
      checkedAt: string | null;
      /** When its forge last told of something by itself. */
      deliveredAt: string | null;
      /** When somebody last asked its forge for pull requests that have changed. */
      pullsCheckedAt: string | null;
      /** The newest change of a pull request that was looked at, in the forge's own time. */
      pullsSince: string;
      pullsEtag: string;
    };
    revisions: {
      id: string;
      projectId: string;
      /** The commit of each source that the pages come from, by the source's id. */
      commits: Record<string, string>;
      /** What decides where the pages of each source are, apart from the pages' own texts, by the source's id. */
      siteIds: Record<string, string>;
      /** The revision whose pages it has beside its own rows, but for those it drops; null: all its pages are its own rows. */
      baseRevisionId: string | null;
      pageCount: number;
      createdAt: string;
    };
    /** Pages of its base that a revision does not have, or has with anything different. */
    droppedPages: {
      revisionId: string;
      path: string;
    };
    /** Revisions of branches and commits: they serve whoever names them, and go when nobody does for a while. */
    refRevisions: {
      revisionId: string;
      projectId: string;
      sourceId: string;
      commitId: string;
      /** The project's revision it was made beside; "" for none. */
      baseRevisionId: string;
      usedAt: string;
    };
    blobs: {
      projectId: string;
      hash: string;
      content: string;
      title: string;
      description: string;
      metadata: Record<string, unknown>;
      hidden: boolean;
      problems: PageProblem[];
      /** Language of the text as a short code; "" when it was not looked at. */
      language: string;
      createdAt: string;
    };
    passages: {
      id: string;
      projectId: string;
      blobHash: string;
      ordinal: number;
      headings: string[];
      anchor: string;
      laterHeadings: HeadingPlace[];
      startLine: number;
      endLine: number;
      content: string;
      text: string;
      /** Identity of title and text together: what an embedder is given. */
      textHash: string;
      vector: Uint8Array;
    };
    vectors: {
      projectId: string;
      embedder: string;
      textHash: string;
      vector: Uint8Array;
    };
    costlyTexts: {
      projectId: string;
      /** Of all that decides how long it takes to read. */
      hash: string;
      foundAt: string;
    };
    revisionPages: {
      revisionId: string;
      projectId: string;
      sourceId: string;
      path: string;
      blobHash: string;
      contentId: string;
      /** The file of the source that the page was made of. */
      file: string;
      /** Further files whose text is part of the page. */
      includes: string[];
      /** Address below the site's base URL; "" when the site has no rule of its own for it. */
      address: string;
      /** Place in the navigation; null when it does not list the page. */
      position: number | null;
      /** Titles of the navigation's groups above the page. */
      section: string[];
      /** Title the navigation gives the page; "" for none. */
      title: string;
      hidden: boolean;
      /** Its version and its language; nothing in rows from before these were read. */
      edition: Partial<Edition>;
    };
    threads: {
      id: string;
      projectId: string;
      fp: string;
      /** Whether it is about text that is not merged: nobody sees it who may not see that. */
      isOfRef: Generated<boolean>;
      createdAt: string;
      updatedAt: string;
    };
    chats: {
      projectId: string;
      chatId: string;
      fp: string;
      threadId: string;
    };
    messages: {
      id: string;
      threadId: string;
      ordinal: number;
      role: "user" | "assistant";
      clientId: string;
      text: string;
      answerId: string | null;
      supersededAt: string | null;
      createdAt: string;
    };
    answers: {
      id: string;
      projectId: string;
      threadId: string;
      messageId: string;
      chatId: string;
      fp: string;
      question: string;
      text: string;
      state: AnswerState;
      /** "" while it is written, and where it did not come to its end. */
      answerOutcome: Generated<Outcome | "">;
      model: string;
      revisionId: string | null;
      /** The branch or commit it was asked of; "" for what readers are answered from. */
      ref: Generated<string>;
      passages: AnswerPassage[];
      citations: Citation[];
      error: string;
      leaseExpiresAt: string;
      stopRequestedAt: string | null;
      createdAt: string;
      finishedAt: string | null;
      /** "" when no key was used. */
      keyId: Generated<string>;
      /** JSON of what is needed to ask again, and of what was measured: "" in old rows, and read with tolerance. */
      request: Generated<string>;
      timings: Generated<string>;
      suggestions: Generated<string>;
    };
    answerEvents: {
      answerId: string;
      seq: number;
      event: AnswerEvent;
    };
    /** What one call of a model used. Input that came from the provider's cache or went into it is not in `inputTokens`. */
    usage: {
      id: string;
      projectId: string;
      /** "" when no key was used: the dashboard and the command line. */
      keyId: string;
      /** "" when the call was not for an answer. */
      answerId: string;
      /** "" when the call was not for a job. */
      jobId: string;
      step: number;
      model: string;
      inputTokens: number;
      outputTokens: number;
      cacheReadTokens: number;
      cacheWriteTokens: number;
      costMicros: number;
      createdAt: string;
    };
    feedback: {
      answerId: string;
      projectId: string;
      rating: Rating;
      comment: string;
      createdAt: string;
    };
    /** What forges told of by themselves: each a reason to look. */
    deliveries: {
      sourceId: string;
      deliveryId: string;
      about: DeliveryAbout;
      /** Of the pull request; 0 where there is none. */
      number: number;
      receivedAt: string;
      /** Nobody is to look before: somebody does now, or it did not work out. */
      notBefore: string;
      attempts: number;
      handledAt: string | null;
    };
    /** What opens repositories and proves webhooks. */
    secrets: {
      /** Says whose it is and what it is for: there is one of each. */
      id: string;
      /** null for one under a name. */
      sourceId: string | null;
      name: string;
      purpose: "login" | "webhook" | "model";
      kind: SecretKind;
      sealed: string;
      /** The key that sealed it. */
      keyId: string;
      /** Its last characters, where it is long enough to tell them. */
      hint: string;
      /** The same for the same secret, and of no use for finding it; "" where it was stored before there were any. */
      fingerprint: string;
      setBy: string;
      createdAt: string;
      updatedAt: string;
    };
    jobs: {
      id: string;
      projectId: string;
      /** Place among the jobs of its project, from 1 on. */
      ordinal: number;
      branch: string;
      base: string;
      model: string;
      asDraft: boolean;
      state: JobState;
      haltReason: JobHaltReason;
      messageToUser: string;
      pullRequestLink: string;
      messages: JobMessage[];
      todos: Todo[];
      idempotencyKey: string;
      baseCommit: string;
      /** Steps that are finished. */
      step: number;
      /** How often the step at hand was begun. */
      attempt: number;
      // These four are written and read by the worker; the store does not look inside.
      conversation: object;
      pendingReply: object | null;
      overlay: object;
      outcome: object | null;
      leaseOwner: string;
      leaseExpiresAt: string;
      cancelRequestedAt: string | null;
      createdAt: string;
      startedAt: string | null;
      haltedAt: string | null;
      /** Jobs that older versions left behind lack some of it. */
      turn: Partial<JobTurn>;
      /** Place in the queue of its project. */
      place: number;
      queuedAt: string;
      claimedAt: string;
      /** Null unless its forge could not be reached when it was last tried. */
      forgeWait: ForgeWait | null;
      /** When a worker first took it for what it was last asked; null before that. */
      turnStartedAt: string | null;
      /** What all that it was asked before took, from a worker's taking it to its end. */
      earlierMs: number;
      /** How its model failed, if that ended it. */
      modelFault: JobModelFault | null;
      /** The person who started it; null where no person is known. */
      startedBy: string | null;
    };
    /** What a list shows and searches of a job, beside the long texts of its row. */
    jobTexts: {
      jobId: string;
      title: string;
      /** The beginning of what it was asked. */
      instruction: string;
      /** All that a search finds it by, in lower case. */
      words: string;
    };
    /** The steps of a job in time. */
    jobSteps: {
      jobId: string;
      /** From 1 on. */
      step: number;
      /** The model that took it, as its provider calls it. */
      model: string;
      startedAt: string;
      /** Null until its tools have run. */
      endedAt: string | null;
    };
    jobEvents: {
      jobId: string;
      seq: number;
      event: JobEvent;
    };
    /** Messages somebody sent to a job after it was started. */
    jobMessages: {
      jobId: string;
      /** Place among the job's follow-ups, from 1 on. */
      seq: number;
      messages: JobMessage[];
      idempotencyKey: string;
      /** The last event of the job's log when it was sent. */
      afterSeq: number;
      createdAt: string;
    };
    changes: {
      projectId: string;
      /** 1, 2, 3… within the project. */
      number: number;
      title: string;
      body: string;
      draft: boolean;
      state: ChangeState;
      head: string;
      base: string;
      headCommit: string;
      /** Where the branch left its base. */
      baseCommit: string;
      /** "" unless it was merged here. */
      mergeCommit: string;
      checks: ChangeCheck[];
      /** "" when no job proposed it. */
      jobId: string;
      /** The pull request on a forge elsewhere; null where changes are kept here alone. */
      pull: ColumnType<StoredPull | null, StoredPull | null | undefined, StoredPull | null>;
      createdAt: string;
      updatedAt: string;
    };
    changeComments: {
      projectId: string;
      /** Of the change. */
      number: number;
      /** The forge's own id. */
      commentId: string;
      thread: string;
      author: string;
      body: string;
      /** "" for the pull request as a whole. */
      path: string;
      /** 0 for the pull request as a whole. */
      line: number;
      url: string;
      state: CommentState;
      /** What Docent said to it; "" before. */
      answer: string;
      /** The job that was asked; "" for none. */
      jobId: string;
      createdAt: string;
      updatedAt: string;
    };
    changeLocks: {
      projectId: string;
      head: string;
      holder: string;
      /** Whoever comes later may take it: its holder is gone. */
      heldUntil: string;
    };
  };

/** A pull request as its forge told it last. */
export type StoredPull = {
  kind: ForgeKind;
  number: number;
  nodeId: string;
  url: string;
  /** The title that Docent gave it last: another one is a person's. */
  ownTitle: string;
  mergedBy: string;
  mergeability: Mergeability;
  blockedBy: string[];
  /** When the forge said so. */
  seenAt: string;
  /** The commit whose checks the forge was told of; "" before the first time. */
  proofCommit: string;
};

export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;

/** `line` is 0 where the whole file is meant. */
export type SourceProblem = { path: string; line: number; message: string };

/** One passage the answer was given from. */
export type AnswerPassage = {
  id: string;
  path: string;
  startLine: number;
  endLine: number;
  score: number;
};

export type AnswerState = "streaming" | "answered" | "unanswered" | "cut" | "refused" | "failed";

export type DeliveryAbout = "push" | "pull" | "comment" | "ping" | "other";

export type JobState = "queued" | "running" | "halted";

/** "" until a job is halted. */
export type JobHaltReason = "" | "completed" | "error" | "interrupted" | "github_missconfigured";
