import type { Generated } from "kysely";
import type { GroupState, groupEventKinds } from "../contract/insights/groups.ts";

export type NearestPage = { path: string; title: string; url: string };

/** Rows about questions that the docs did not answer, or not well, grouped by what they ask for. */
export type GroupTables = {
  questionGroups: {
    id: string;
    projectId: string;
    /** "" where none of its questions is left. */
    name: string;
    groupWords: string[];
    language: string;
    state: GroupState;
    /** When it came into its state. */
    stateSince: string;
    note: string;
    size: number;
    unanswered: number;
    thumbsDown: number;
    firstAskedAt: string;
    lastAskedAt: string;
    /** Answers whose questions are the most typical ones, these first. */
    exampleIds: string[];
    nearestPage: NearestPage | null;
    /** The revision that the nearest page was looked for in; "" before. */
    pageRevisionId: string;
    /** The group that its questions are in now; "" while it stands by itself. */
    mergedInto: string;
    /** Questions have come or gone since its figures and its name were worked out. */
    isStale: boolean;
    createdAt: string;
  };
  /** What questions of a group have in common. A group has one, and those of groups that were merged into it. */
  groupCentres: {
    id: string;
    projectId: string;
    groupId: string;
    size: number;
    /** The mean of its questions' vectors. */
    vector: Uint8Array;
    joinedAt: string;
    /** People parted it from another: it gives nothing away and joins no other. */
    isParted: Generated<boolean>;
  };
  groupedQuestions: {
    answerId: string;
    projectId: string;
    groupId: string;
    centreId: string;
    /** 1 or 0, to be summed. */
    isUnanswered: number;
    isRatedDown: number;
    vector: Uint8Array;
    /** How near it is to the centre, from 0 to 1. */
    likeness: number;
    /** The same for questions with the same text. */
    textKey: string;
    askedAt: string;
    joinedAt: string;
  };
  groupEvents: {
    groupId: string;
    seq: number;
    kind: (typeof groupEventKinds)[number];
    at: string;
    /** "" for Docent itself. */
    actor: string;
    text: string;
    /** "" for none. */
    jobId: string;
    /** 0 for none. */
    changeNumber: number;
  };
  /** Answers that ended or were rated, and were not looked at since. */
  groupQueue: {
    answerId: string;
    projectId: string;
    askedAt: string;
  };
  /** Which node groups a project's questions, and how often that was done. */
  groupTurns: {
    projectId: string;
    holder: string;
    heldUntil: string;
    /** Counts the writings of centres. */
    version: number;
    /** Counts what else is new in the lists. */
    told: number;
  };
};
