import { z } from "zod";
import { type LlmsDeps, writeFullLlms, writeLlms } from "../../projects/pages/write-llms.ts";
import { freshText } from "../fresh-text.ts";
import { type Route, type RouteDocs, readerRoute } from "../route.ts";
import { textStream } from "../text-stream.ts";

const contentType = "text/plain; charset=utf-8";

/** Stands before the page view in the table, which takes every other address below the project. */
export function llmsRoutes(deps: LlmsDeps): Route[] {
  return [
    readerRoute({
      method: "get",
      path: "/docs/{domain}/llms.txt",
      docs: docs("List the pages for language models", "Every page with its link and description"),
      async handle({ request, params }, reader) {
        const { version, text } = await writeLlms(deps, reader, params.domain ?? "");
        return freshText(request, { version, contentType, body: () => text });
      },
    }),
    readerRoute({
      method: "get",
      path: "/docs/{domain}/llms-full.txt",
      docs: docs("Read all pages at once", "The Markdown of every page, one after the other"),
      async handle({ request, params, log }, reader) {
        const { version, texts } = await writeFullLlms(deps, reader, params.domain ?? "");
        return freshText(request, {
          version: `full-${version}`,
          contentType,
          body: () =>
            textStream(texts, (err) => log.error({ err }, "the text of all pages broke off")),
        });
      },
    }),
  ];
}

function docs(summary: string, what: string): RouteDocs {
  return {
    tag: "Pages",
    summary,
    description: `${what}, in the order of the navigation, as llmstxt.org describes it.`,
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
