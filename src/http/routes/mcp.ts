import { z } from "zod";
import { errorBody } from "../../contract/error.ts";
import { refQuery } from "../../contract/refs.ts";
import { AppError } from "../../lib/app-error.ts";
import { openDocs } from "../../projects/open-docs.ts";
import type { ReadPageDeps } from "../../projects/pages/read-page.ts";
import type { SearchDocsDeps } from "../../projects/pages/search-docs.ts";
import type { Project } from "../../store/docs/projects.ts";
import { refWanted } from "../ref-of-request.ts";
import { jsonReply, type Route, type RouteDocs, readerRoute } from "../route.ts";

const message = z.looseObject({
  jsonrpc: z.literal("2.0"),
  method: z.string().max(200).optional().describe("`initialize`, `tools/list`, `tools/call` …"),
});

/** The docs as tools for programs that speak the Model Context Protocol, over streamable HTTP. */
export function mcpRoutes(deps: SearchDocsDeps & ReadPageDeps): Route[] {
  return [
    readerRoute({
      method: "post",
      path: "/mcp/{domain}",
      body: message,
      docs,
      async handle(call, reader) {
        const { request, params, body, log, client } = call;
        const project = await openDocs(deps, reader, {
          project: params.domain ?? "",
          ...refWanted(call),
        });
        if (!reader) requireOwnOrigin(request, deps.publicUrl, project);
        // Loading the protocol kit takes longer than the rest of a start: only who speaks it waits for it.
        const { answerMcp } = await import("../mcp-server.ts");
        return answerMcp(deps, {
          request,
          message: body,
          project,
          reader,
          network: client.network,
          log,
        });
      },
    }),
  ];
}

/**
 * A page that makes its own name lead to this server (DNS rebinding) would reach it from inside a reader's network.
 * A key decides for itself from which sites it may be used; without one, only our own and the docs' site may call.
 */
function requireOwnOrigin(request: Request, publicUrl: string, project: Project): void {
  const origin = request.headers.get("origin");
  if (origin === null) return;
  const own = [publicUrl, project.baseUrl].filter((url) => URL.canParse(url));
  if (own.some((url) => new URL(url).origin === origin)) return;
  throw new AppError(
    "forbidden",
    "A page on another site needs an assistant key to call this: send the header Authorization: Bearer <key>.",
  );
}

const rpcError = z.looseObject({
  jsonrpc: z.literal("2.0"),
  error: z.looseObject({ code: z.int(), message: z.string() }),
});

const docs: RouteDocs = {
  tag: "Discovery",
  summary: "MCP server",
  description:
    "The tools `search` and `get_page` over the Model Context Protocol (streamable HTTP, stateless). A public project takes no key.",
  query: refQuery,
  requestExample: {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "search", arguments: { query: "rotate an API key" } },
  },
  responses: [
    jsonReply("The JSON-RPC response.", z.looseObject({ jsonrpc: z.literal("2.0") })),
    { status: 202, description: "A notification was taken." },
    {
      status: 400,
      description:
        "A body that is not JSON, or no message of JSON-RPC: then the error is one of that.",
      contentType: "application/json",
      schema: z.union([errorBody, rpcError]),
    },
  ],
};
