import { z } from "zod";
import { refQuery } from "../../../contract/refs.ts";
import type { Reader } from "../../../projects/open-project.ts";
import { type ShowFileDeps, type ShownFile, showFile } from "../../../projects/pages/show-file.ts";
import { hasTag } from "../../fresh-text.ts";
import { keptByNobody, refWanted } from "../../ref-of-request.ts";
import { type Route, type RouteDocs, type RouteRequest, readerRoute } from "../../route.ts";
import { createLargeReplies } from "./large-replies.ts";

const docs: RouteDocs = {
  tag: "Pages",
  summary: "Read a file of a page",
  description:
    "An image or a PDF file of the docs' repository that a page shows or links to, as it was when the page was read. Only files that the named page names are given out.",
  query: {
    ...refQuery,
    page: { description: "The path of the page that names the file.", schema: z.string() },
  },
  responses: [
    {
      status: 200,
      description: "The file.",
      contentType: "image/png",
      schema: z.string(),
      alsoAs: Object.fromEntries(
        ["jpeg", "gif", "webp", "avif", "svg+xml"].map((type) => [`image/${type}`, z.string()]),
      ),
    },
    { status: 304, description: "The file has not changed." },
    { status: 404, description: "There is no such file, or the page does not name it." },
  ],
};

/** What is smaller is handed over at once. */
const largeBytes = 262_144;

/** Files of the repository, for the pages that name them. */
export function fileRoutes(deps: ShowFileDeps): Route[] {
  const replyTo = createLargeReplies();
  const handle = (call: RouteRequest<unknown>, reader: Reader) => {
    const { params, url, client, request } = call;
    const wanted = refWanted(call);
    return replyTo(client.network, async (send) => {
      const file = await showFile(deps, reader, {
        ...{ project: params.domain ?? "", path: params.rest ?? "", network: client.network },
        ...{ page: url.searchParams.get("page") ?? "", ...wanted },
      });
      const headers = headersOf(file, keptByNobody(wanted));
      if (hasTag(request.headers.get("if-none-match") ?? "", headers.etag))
        return new Response(null, { status: 304, headers });
      const { type, bytes } = file;
      const body = bytes.length < largeBytes ? new Uint8Array(bytes) : send(bytes);
      const whole = { "content-type": type, "content-length": String(bytes.length) };
      return new Response(body, { headers: { ...headers, ...whole } });
    });
  };
  return [readerRoute({ method: "get", path: "/docs/{domain}/-/file/{rest}", docs, handle })];
}

function headersOf({ type, version }: ShownFile, more: Record<string, string>) {
  return {
    etag: `"${version}"`,
    "cache-control": "no-cache",
    // Opened on its own, an image with script in it is as harmless as within a page.
    "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    ...(type === "application/pdf" && { "content-disposition": "attachment" }),
    ...more,
  };
}
