import { z } from "zod";
import { AppError } from "../../lib/app-error.ts";
import { clientFileResponse, forEver } from "../client-file-response.ts";
import type { ClientFiles } from "../client-files.ts";
import { htmlPage } from "../html-page.ts";
import { publicRoute, type Route, type RouteDocs } from "../route.ts";

/** The dashboard's pages are one file that finds its way by the address. Without files: a page that says what to do. */
export function dashboardRoutes(files: ClientFiles | undefined): Route[] {
  const page = ({ request }: { request: Request }) => {
    const index = files?.get("index.html");
    return index ? clientFileResponse(request, index, { cache: "no-store" }) : notBuilt();
  };
  return [
    publicRoute({ method: "get", path: "/dashboard", docs: docs("Dashboard"), handle: page }),
    publicRoute({
      method: "get",
      path: "/dashboard/assets/{rest}",
      docs: docs("File of the dashboard"),
      handle({ request, params }) {
        const file = files?.get(`assets/${params.rest ?? ""}`);
        if (!file) throw new AppError("not_found", "There is no such file. Reload the page.");
        // The name holds a hash of the content.
        return clientFileResponse(request, file, { cache: forEver });
      },
    }),
    publicRoute({
      method: "get",
      path: "/dashboard/{rest}",
      docs: docs("Page of the dashboard"),
      handle: page,
    }),
  ];
}

function notBuilt(): Response {
  return htmlPage(
    "Docent",
    `<main><h1>The dashboard is not built</h1><p class="lead">Everything else works: see the <a href="/reference">API reference</a> and <code>docent help</code>.</p>
<p>Run <code>npm ci</code> (without <code>--omit=dev</code>) in the folder of Docent and start it again: it builds the dashboard by itself, and says in the terminal what kept it from doing so.</p></main>`,
    { status: 503 },
  );
}

function docs(summary: string): RouteDocs {
  const text = { contentType: "text/html", schema: z.string() };
  return {
    tag: "Dashboard",
    summary,
    description: "The dashboard for people, in a browser.",
    responses: [
      { status: 200, description: summary, ...text },
      { status: 503, description: "The dashboard is not built.", ...text },
    ],
  };
}
