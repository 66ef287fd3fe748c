import { z } from "zod";
import { AppError } from "../../lib/app-error.ts";
import { clientFileResponse, forEver } from "../client-file-response.ts";
import type { BuiltClients, ClientFile } from "../client-files.ts";
import { publicRoute, type Route, type RouteDocs, type RouteRequest } from "../route.ts";

/** What the pages of the reader and the sites with the widget load. */
export function clientAssetRoutes({ reader, widget }: BuiltClients): Route[] {
  return [
    publicRoute({
      method: "get",
      path: "/reader-assets/{rest}",
      docs: docs("File of the reader", "The pages of the docs load it."),
      handle: (call) => show(call, reader?.get(call.params.rest ?? "")),
    }),
    publicRoute({
      method: "get",
      path: "/widget.js",
      docs: docs("Script of the widget", "A site loads it to let its readers ask."),
      handle: (call) => show(call, widget?.get("widget.js"), true),
    }),
    publicRoute({
      method: "get",
      path: "/widget-assets/{rest}",
      docs: docs("File of the widget", "The widget loads it when it is opened."),
      handle(call) {
        const name = call.params.rest ?? "";
        const file = widget?.get(`assets/${name}`);
        return file ? show(call, file, true) : showSuccessor(call.request, widget, name);
      },
    }),
  ];
}

const aWhile = "public, max-age=300";

/** A site that was opened before an update asks for the file's former name: it gets the one that took its place. */
function showSuccessor(request: Request, widget: BuiltClients["widget"], name: string): Response {
  const [, stem] = /^([a-z]{2,20})-[\w-]{8}\.js$/.exec(name) ?? [];
  const found = [...(widget ?? [])].find(([path]) => path.startsWith(`assets/${stem}-`))?.[1];
  if (!found) throw missing();
  return clientFileResponse(request, found, { cache: aWhile, isForAll: true });
}

function missing(): AppError {
  return new AppError("not_found", "There is no such file. Reload the page.");
}

function show(
  { request, url }: Pick<RouteRequest<unknown>, "request" | "url">,
  file: ClientFile | undefined,
  isForAll = false,
): Response {
  if (!file) throw missing();
  const isNamed =
    url.searchParams.get("v") === file.version || /-[\w-]{8}\.\w+$/.test(url.pathname);
  return clientFileResponse(request, file, { cache: isNamed ? forEver : aWhile, isForAll });
}

function docs(summary: string, description: string): RouteDocs {
  return {
    tag: "Pages",
    summary,
    description,
    responses: [
      { status: 200, description: summary, contentType: "text/javascript", schema: z.string() },
      { status: 404, description: "It was not built, or a newer version has taken its place." },
    ],
  };
}
