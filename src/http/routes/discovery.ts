import { pageRequest, pageResult, searchRequest, searchResults } from "../../contract/discovery.ts";
import { refQuery } from "../../contract/refs.ts";
import { type ReadPageDeps, readPage } from "../../projects/pages/read-page.ts";
import { type SearchDocsDeps, searchDocs } from "../../projects/pages/search-docs.ts";
import { refWanted } from "../ref-of-request.ts";
import { jsonReply, type Route, type RouteDocs, readerRoute } from "../route.ts";

/** The docs themselves, for programs that bring a model of their own or need none. */
export function discoveryRoutes(deps: SearchDocsDeps & ReadPageDeps): Route[] {
  return [
    readerRoute({
      method: "post",
      path: "/discovery/v1/search/{domain}",
      takesPass: "read",
      body: searchRequest,
      docs: searchDocumentation,
      async handle({ request, params, body, client: { network } }, reader) {
        const { signal } = request;
        const input = { project: params.domain ?? "", request: body, network, signal };
        return Response.json(await searchDocs(deps, reader, input));
      },
    }),
    readerRoute({
      method: "post",
      path: "/discovery/v1/page/{domain}",
      body: pageRequest,
      docs: pageDocumentation,
      async handle(call, reader) {
        const { params, body } = call;
        const { ref, signal } = refWanted(call);
        const wanted = { ref: body.filter.ref ?? ref, signal };
        const input = { project: params.domain ?? "", path: body.path, ...wanted };
        const { page } = await readPage(deps, reader, input);
        return Response.json({ path: page.path, content: page.content });
      },
    }),
  ];
}

const searchDocumentation: RouteDocs = {
  tag: "Discovery",
  summary: "Search the docs",
  description:
    "The passages that fit a query best, without an answer written from them. A public project takes no key.",
  requestExample: { query: "rotate an API key", pageSize: 5, scoreThreshold: 0.3, filter: null },
  responses: [
    jsonReply("The passages, the best first; an empty list when nothing fits.", searchResults, [
      {
        content: "To rotate a key, create a second one first.",
        path: "keys.mdx",
        metadata: {
          title: "Keys",
          description: "Create, rotate and revoke keys.",
          heading: "Rotate a key",
          url: "https://docs.example.com/keys#rotate-a-key",
          score: 0.8125,
          startLine: 40,
          endLine: 44,
          revision: "rev_0123456789abcdefghijklmn",
        },
      },
    ]),
  ],
};

const pageDocumentation: RouteDocs = {
  tag: "Discovery",
  summary: "Read a page as Markdown",
  description:
    "The whole page that a search result is from, by its path, its address or its URL. A public project takes no key.",
  query: refQuery,
  requestExample: { path: "keys.mdx" },
  responses: [
    jsonReply("The page.", pageResult, {
      path: "keys.mdx",
      content: "# Keys\n\nA key lets a program call the service.\n",
    }),
  ],
};
