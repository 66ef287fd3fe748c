import { z } from "zod";
import {
  groupDetail,
  groupPage,
  groupQuery,
  groupSorts,
  questionGroup,
} from "../../../contract/insights/groups.ts";
import { jsonReply, type RouteDocs } from "../../route.ts";

const { shape } = groupQuery;
const limit = { description: "How many at most: 1 to 100, usually 50.", schema: shape.limit };
const cursor = { description: "`nextCursor` of the part before.", schema: shape.cursor };
const notThere = { status: 404, description: "There is no such group." };
const theGroup = jsonReply("The group as it is now.", questionGroup);

export const listDocs: RouteDocs = {
  tag: "Analytics",
  summary: "List groups of questions",
  description:
    "Questions of readers that the docs did not answer, or not well, grouped by what they ask for.",
  query: {
    q: { description: "Part of the name, the words or the note.", schema: shape.q },
    state: { description: "Groups of this state only.", schema: shape.state },
    sort: {
      description:
        "count: the most questions first; trend: those that are asked more often than a week ago; newest: those that were opened last.",
      schema: z.enum(groupSorts).optional(),
    },
    limit: { ...limit, description: `${limit.description} In CSV, all of them.` },
    cursor,
    format: {
      description: "csv for a file of records instead of JSON.",
      schema: z.enum(["json", "csv"]).optional(),
    },
  },
  responses: [
    {
      ...jsonReply("A part of the groups; with `format=csv` a file of them.", groupPage),
      alsoAs: { "text/csv": z.string() },
    },
    { status: 400, description: "A query parameter is not valid; see `details`." },
  ],
};

export const showDocs: RouteDocs = {
  tag: "Analytics",
  summary: "Read a group of questions",
  description:
    "A group with its questions, newest first, and what happened to it. The id of a group that was merged leads to the one its questions are in.",
  query: { limit, cursor },
  responses: [jsonReply("The group.", groupDetail), notThere],
};

export const closeDocs: RouteDocs = {
  tag: "Analytics",
  summary: "Close a group of questions",
  description:
    "For what the docs are not meant to answer. Further questions of its kind join it and do not open it again.",
  requestExample: { reason: "Asks about another product." },
  responses: [theGroup, notThere],
};

export const reopenDocs: RouteDocs = {
  tag: "Analytics",
  summary: "Reopen a group of questions",
  description: "Puts it back among what the docs still have to answer.",
  responses: [theGroup, notThere],
};

export const mergeDocs: RouteDocs = {
  tag: "Analytics",
  summary: "Merge a group of questions",
  description:
    "Its questions, and those of its kind that come later, belong to the other group from now on.",
  requestExample: { into: "grp_4c1k0x6q2f8d9s7h3j5m1n0p" },
  responses: [
    jsonReply("The group that was kept.", questionGroup),
    notThere,
    { status: 409, description: "They are one group already, or a job works on the one to merge." },
  ],
};

export const splitDocs: RouteDocs = {
  tag: "Analytics",
  summary: "Split a group of questions",
  description:
    "Moves some of its questions, and others with the same texts, into a new group or into another one. What is asked later goes to the group that it is nearer to, and the two stay apart.",
  requestExample: { questions: ["ans_7h3j5m1n0p4c1k0x6q2f8d9s"] },
  responses: [
    jsonReply("The group that has them now.", questionGroup),
    notThere,
    {
      status: 409,
      description: "Some are not in the group, none would be left in it, or the other is the same.",
    },
  ],
};

export const noteDocs: RouteDocs = {
  tag: "Analytics",
  summary: "Write the note of a group",
  description: "Replaces its note; an empty text takes it away.",
  requestExample: { note: "Belongs into the guide about limits." },
  responses: [theGroup, notThere],
};
