import { z } from "zod";
import { dailyStats } from "../../../analytics/daily-stats.ts";
import { everyQuestion, listQuestions } from "../../../analytics/list-questions.ts";
import { showThread } from "../../../analytics/show-thread.ts";
import { writeCsv } from "../../../analytics/write-csv.ts";
import { type ExplainDeps, explainSearch } from "../../../assistant/answer/explain-search.ts";
import { searchExplanation } from "../../../contract/explanation.ts";
import {
  mostQuestions,
  questionList,
  questionQuery,
  statsQuery,
  statsResult,
  threadDetail,
} from "../../../contract/insights/analytics.ts";
import type { Clock } from "../../../lib/clock.ts";
import { readQuery } from "../../read-request.ts";
import { jsonReply, keyRoute, type Route, type RouteDocs } from "../../route.ts";
import { textStream } from "../../text-stream.ts";

const path = "/v1/analytics/{projectId}";
const csvHeaders = {
  "content-type": "text/csv; charset=utf-8; header=present",
  "content-disposition": 'attachment; filename="questions.csv"',
};

export function analyticsRoutes(deps: ExplainDeps & { clock: Clock }): Route[] {
  return [
    keyRoute({
      method: "get",
      path: `${path}/assistant`,
      access: "admin",
      docs: questionDocs,
      async handle({ url, log }, actor) {
        const query = readQuery(url, questionQuery);
        const input = { projectId: actor.projectId, query };
        if (query.format === "json") return Response.json(await listQuestions(deps, actor, input));
        const csv = writeCsv(everyQuestion(deps, actor, input));
        const stream = textStream(csv, (err) =>
          log.error({ err }, "an export of questions broke off"),
        );
        return new Response(stream, { headers: csvHeaders });
      },
    }),
    keyRoute({
      method: "get",
      path: `${path}/threads/{threadId}`,
      access: "admin",
      docs: threadDocs,
      async handle({ params }, actor) {
        const place = { projectId: actor.projectId, threadId: params.threadId ?? "" };
        return Response.json(await showThread(deps, actor, place));
      },
    }),
    keyRoute({
      method: "get",
      path: `${path}/answers/{answerId}/search`,
      access: "admin",
      docs: explanationDocs,
      async handle({ params, client: { network } }, actor) {
        const input = { projectId: actor.projectId, id: params.answerId ?? "", network };
        return Response.json(await explainSearch(deps, actor, input));
      },
    }),
    keyRoute({
      method: "get",
      path: `${path}/stats`,
      access: "admin",
      docs: statsDocs,
      async handle({ url }, actor) {
        const query = readQuery(url, statsQuery);
        const input = { projectId: actor.projectId, query };
        return Response.json(await dailyStats(deps, actor, input));
      },
    }),
  ];
}

const { shape } = questionQuery;
const rangeQuery = {
  from: { description: "First day, in UTC: 2030-01-31.", schema: shape.from },
  to: {
    description: "Last day, in UTC; it is part of the range, and not before the first.",
    schema: shape.to,
  },
};

const audienceQuery = {
  audience: {
    description:
      "readers, members who tried the assistant in the dashboard, or all; readers when left out.",
    schema: shape.audience,
  },
};

const questionDocs: RouteDocs = {
  tag: "Analytics",
  summary: "List questions and answers",
  description:
    "What readers asked and were answered, newest first, with sources, rating, waiting times and cost.",
  query: {
    ...rangeQuery,
    ...audienceQuery,
    resolution: { description: "How it ended.", schema: shape.resolution },
    outcome: {
      description: "Whether the docs answered, came near it, or did not cover it.",
      schema: shape.outcome,
    },
    rating: { description: "up, down, or none for those nobody rated.", schema: shape.rating },
    q: { description: "Text in the question or the answer.", schema: shape.q },
    limit: {
      description: "How many: 50 when left out; in CSV, all of them.",
      schema: z.int().min(1).max(mostQuestions).optional(),
    },
    cursor: {
      description:
        "`nextCursor` of the page before, with the same filters; any other text is refused. CSV takes none.",
      schema: shape.cursor,
    },
    format: { description: "csv for a file of records instead of JSON.", schema: shape.format },
  },
  responses: [
    {
      ...jsonReply("A page of questions; with `format=csv` a file of them.", questionList),
      alsoAs: { "text/csv": z.string() },
    },
    { status: 400, description: "A query parameter is not valid; see `details`." },
  ],
};

const threadDocs: RouteDocs = {
  tag: "Analytics",
  summary: "Read a thread",
  description: "A whole conversation, oldest first, with what was replaced in it.",
  responses: [jsonReply("The thread.", threadDetail)],
};

const explanationDocs: RouteDocs = {
  tag: "Analytics",
  summary: "Explain the search of an answer",
  description:
    "Searches again as for that answer, and says what decided: the words of the question, each hit with its scores and its place, and the verdict on each citation. `answerId` may be the id of the message that holds it.",
  responses: [
    jsonReply("The explanation.", searchExplanation),
    { status: 404, description: "There is no such answer in this project." },
  ],
};

const statsDocs: RouteDocs = {
  tag: "Analytics",
  summary: "Count questions by day",
  description:
    "Questions, outcomes, ratings, waiting times, tokens and cost of each UTC day; the last 30 when no range is given, and at most 366.",
  query: { ...rangeQuery, ...audienceQuery },
  responses: [
    jsonReply("One entry for each day of the range.", statsResult),
    { status: 400, description: "The range is not valid; see `details`." },
  ],
};
