import { z } from "zod";
import {
  askedJob,
  change,
  changeDetail,
  changedFile,
  changeFilters,
  changePage,
  changeQuery,
  revertedChange,
} from "../../contract/changes.ts";
import { jsonReply, type RouteDocs } from "../route.ts";

const { shape } = changeQuery;

const conflictResponse = {
  status: 409,
  description: "It cannot be done now; the sentence says why, `details` names the files.",
};

export const listDocs: RouteDocs = {
  tag: "Changes",
  summary: "List changes",
  description:
    "The changes that jobs have proposed, newest first, without their descriptions. Forges elsewhere are told as they were last seen.",
  query: {
    q: {
      description: "Part of the title or the branch, or a number.",
      schema: shape.q,
    },
    state: {
      description: "Which changes; a draft is open too.",
      schema: z.enum(changeFilters).optional(),
    },
    limit: {
      description: "How many at most: 1 to 100, usually 50.",
      schema: shape.limit,
    },
    cursor: {
      description: "`nextCursor` of the part before.",
      schema: shape.cursor,
    },
  },
  responses: [jsonReply("The changes.", changePage)],
};

export const showDocs: RouteDocs = {
  tag: "Changes",
  summary: "Read a change",
  description: "A change with its diff and what stands in the way of merging it.",
  responses: [jsonReply("The change.", changeDetail)],
};

export const mergeDocs: RouteDocs = {
  tag: "Changes",
  summary: "Merge a change",
  description: "A real git merge into the base branch; the docs are synced after it.",
  query: {
    headCommit: {
      description: "The commit that was reviewed: a branch that has moved on is refused.",
      schema: z.string().optional(),
    },
  },
  responses: [jsonReply("It is merged.", change), conflictResponse],
};

export const closeDocs: RouteDocs = {
  tag: "Changes",
  summary: "Close a change",
  description: "Closes it without merging. Its branch stays.",
  responses: [jsonReply("It is closed.", change), conflictResponse],
};

export const readyDocs: RouteDocs = {
  tag: "Changes",
  summary: "Mark a draft ready",
  description: "Turns a draft into a change that can be merged.",
  responses: [jsonReply("It is no draft any more.", change), conflictResponse],
};

export const fileDocs: RouteDocs = {
  tag: "Changes",
  summary: "Read a changed file",
  description:
    "One file of a change, whole, before and after; a page also as HTML, made safe as in the page view.",
  query: {
    path: { description: "The file's path, as the change names it.", schema: z.string() },
  },
  responses: [
    jsonReply("The file.", changedFile),
    { status: 404, description: "The change has no such file." },
    { status: 413, description: "The file is too large to be shown as a whole." },
  ],
};

export const reviewDocs: RouteDocs = {
  tag: "Changes",
  summary: "Review a change",
  description:
    "Sends a text and remarks on lines to the job that proposed the change, as one message. On a forge elsewhere they are written on the pull request too.",
  headers: {
    "Idempotency-Key": {
      description: "The same key again within a day is the same review.",
      schema: z.string().min(1).max(240).optional(),
    },
  },
  requestExample: {
    text: "Shorten it.",
    remarks: [{ path: "docs/install.md", line: 12, side: "new", body: "Name the default port." }],
  },
  responses: [jsonReply("The job works on it.", askedJob), conflictResponse],
};

export const resolveDocs: RouteDocs = {
  tag: "Changes",
  summary: "Let the agent resolve conflicts",
  description:
    "Asks the job that proposed the change to bring the base branch into its branch and to settle what does not agree. It pushes a merge of both, after which the change merges cleanly.",
  responses: [jsonReply("The job works on it.", askedJob), conflictResponse],
};

export const revertDocs: RouteDocs = {
  tag: "Changes",
  summary: "Revert a change",
  description:
    "Proposes a new change that takes a merged one back, upon the base branch as it is now. While such a change is open it is that one.",
  responses: [jsonReply("The change that takes it back.", revertedChange), conflictResponse],
};
