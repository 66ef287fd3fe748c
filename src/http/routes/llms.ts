import { z } from "zod";
import { refQuery } from "../../contract/refs.ts";
import { type LlmsDeps, writeFullLlms, writeLlms } from "../../projects/pages/write-llms.ts";
import { freshText } from "../fresh-text.ts";
import { keptByNobody, refWanted } from "../ref-of-request.ts";
import { type Route, type RouteDocs, type RouteRequest, readerRoute } from "../route.ts";
import { textStream } from "../text-stream.ts";

const contentType = "text/plain; charset=utf-8";

/** Stands before the page view in the table, which takes every other address below the project. */
export function llmsRoutes(deps: LlmsDeps): Route[] {
  return [
    readerRoute({
      method: "get",
      path: "/docs/{domain}/llms.txt",
      docs: docs("List the pages for language models", "Every page with its link and description"),
      async handle(call, reader) {
        const wanted = wantedOf(call);
        const { version, text } = await writeLlms(deps, reader, wanted);
        const headers = keptByNobody(wanted);
        return freshText(call.request, { version, contentType, body: () => text, headers });
      },
    }),
    readerRoute({
      method: "get",
      path: "/docs/{domain}/llms-full.txt",
      docs: docs("Read all pages at once", "The Markdown of every page, one after the other"),
      async handle(call, reader) {
        const { request, log } = call;
        const wanted = wantedOf(call);
        const { version, texts } = await writeFullLlms(deps, reader, wanted);
        return freshText(request, {
          headers: keptByNobody(wanted),
          version: `full-${version}`,
          contentType,
          body: () =>
            textStream(texts, (err) => log.error({ err }, "the text of all pages broke off")),
        });
      },
    }),
  ];
}

function wantedOf(call: RouteRequest<unknown>) {
  return { project: call.params.domain ?? "", ...refWanted(call) };
}

function docs(summary: string, what: string): RouteDocs {
  return {
    tag: "Pages",
    summary,
    description: `${what}, in the order of the navigation, as llmstxt.org describes it.`,
    query: refQuery,
    responses: [
      {
        status: 200,
        description: "The text.",
        contentType: "text/plain",
        schema: z.string(),
        headers: { etag: "Changes with the docs; send it back as If-None-Match." },
      },
      { status: 304, description: "It has not changed." },
    ],
  };
}
