import { z } from "zod";
import { dailyStats } from "../../../analytics/daily-stats.ts";
import { listCitedPages } from "../../../analytics/list-cited-pages.ts";
import { everyQuestion, listQuestions } from "../../../analytics/list-questions.ts";
import { showThread } from "../../../analytics/show-thread.ts";
import { dayCsv, pageCsv, writeCsv } from "../../../analytics/write-csv.ts";
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
import { citedPageList, citedPageQuery, mostCitedPages } from "../../../contract/insights/pages.ts";
import type { Clock } from "../../../lib/clock.ts";
import { readQuery } from "../../read-request.ts";
import { jsonReply, keyRoute, type Route, type RouteDocs } from "../../route.ts";
import { textStream } from "../../text-stream.ts";

const path = "/v1/analytics/{projectId}";

function csvHeaders(name: string): Record<string, string> {
  return {
    "content-type": "text/csv; charset=utf-8; header=present",
    "content-disposition": `attachment; filename="${name}.csv"`,
  };
}

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
        return new Response(stream, { headers: csvHeaders("questions") });
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
        const stats = await dailyStats(deps, actor, input);
        if (query.format === "json") return Response.json(stats);
        return new Response(dayCsv(stats.days), { headers: csvHeaders("figures") });
      },
    }),
    keyRoute({
      method: "get",
      path: `${path}/pages`,
      access: "admin",
      docs: pageDocs,
      async handle({ url }, actor) {
        const query = readQuery(url, citedPageQuery);
        const list = await listCitedPages(deps, actor, { projectId: actor.projectId, query });
        if (query.format === "json") return Response.json(list);
        return new Response(pageCsv(list.pages), { headers: csvHeaders("pages") });
      },
    }),
  ];
}

const { shape } = questionQuery;
const rangeDocs = {
  from: { description: "First day: 2030-01-31.", schema: shape.from },
  to: {
    description: "Last day; it is part of the range, and not before the first.",
    schema: shape.to,
  },
  zone: {
    description: "Time zone of the days, as Europe/Berlin; UTC when left out.",
    schema: shape.zone,
  },
  format: { description: "csv for a file of records instead of JSON.", schema: shape.format },
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
    ...rangeDocs,
    ...audienceQuery,
    resolution: { description: "How it ended.", schema: shape.resolution },
    outcome: {
      description: "Whether the docs answered, came near it, or did not cover it.",
      schema: shape.outcome,
    },
    rating: { description: "up, down, or none for those nobody rated.", schema: shape.rating },
    page: { description: "Path of a page that the answer cites.", schema: shape.page },
    model: { description: "The model that answered.", schema: shape.model },
    key: { description: "Id of the key that the question came with.", schema: shape.key },
    q: {
      description:
        "Words in the question or the answer; each is found whole, and as the beginning of a longer one.",
      schema: shape.q,
    },
    limit: {
      description: "How many: 50 when left out; in CSV, all of them.",
      schema: z.int().min(1).max(mostQuestions).optional(),
    },
    cursor: {
      description:
        "`nextCursor` of the page before, with the same filters; any other text is refused. CSV takes none.",
      schema: shape.cursor,
    },
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
    "Questions, outcomes, ratings, waiting times, tokens and cost of each day, of the range as a whole, and of as many days before it; the last 30 days when no range is given, and at most 366.",
  query: { ...rangeDocs, ...audienceQuery },
  responses: [
    {
      ...jsonReply("One entry for each day of the range; as CSV these alone.", statsResult),
      alsoAs: { "text/csv": z.string() },
    },
    { status: 400, description: "The range is not valid; see `details`." },
  ],
};

const pages = citedPageQuery.shape;

const pageDocs: RouteDocs = {
  tag: "Analytics",
  summary: "List pages by their citations",
  description:
    "Pages of the docs by how the answers of a range use them: those cited most, those that no answer cited, or those whose answers were rated down.",
  query: {
    ...rangeDocs,
    ...audienceQuery,
    sort: {
      description:
        "cited for those cited most, never for those that no answer cited, down for those whose answers were rated down.",
      schema: pages.sort,
    },
    q: { description: "Text in the title or the path.", schema: pages.q },
    limit: {
      description: "How many: 50 when left out; in CSV, all of them.",
      schema: z.int().min(1).max(mostCitedPages).optional(),
    },
    cursor: {
      description: "`nextCursor` of the pages before, with the same filters.",
      schema: pages.cursor,
    },
  },
  responses: [
    {
      ...jsonReply("Some of the pages; with `format=csv` a file of them.", citedPageList),
      alsoAs: { "text/csv": z.string() },
    },
    { status: 400, description: "A query parameter is not valid; see `details`." },
  ],
};
