import { feedbackResult } from "../../../contract/insights/feedback.ts";
import { pageRating } from "../../../contract/reader/page-rating.ts";
import { readerPass } from "../../../contract/reader/reader-pass.ts";
import { AppError } from "../../../lib/app-error.ts";
import { type OpenDocsDeps, openDocs } from "../../../projects/open-docs.ts";
import { ratePage } from "../../../projects/reader/rate-page.ts";
import { requireReader } from "../../../projects/reader/reader-mode.ts";
import { type PassDeps, signPass } from "../../../projects/reader/reader-pass.ts";
import { mayAsk, pageOfLink } from "../../../projects/reader/reader-rights.ts";
import { jsonReply, type Route, type RouteDocs, readerRoute } from "../../route.ts";

/** What the pages of the reader do beyond being read. */
export function readerPassRoutes(deps: OpenDocsDeps & PassDeps): Route[] {
  return [
    readerRoute({
      method: "get",
      path: "/docs/{domain}/-/pass",
      docs: passDocs,
      async handle({ request, params }, reader) {
        refuseOtherSites(request);
        const page = pageOfLink(reader);
        const wanted = { project: params.domain ?? "", ...(page !== "" && { page }) };
        const project = await openDocs(deps, reader, wanted);
        requireReader(project);
        const link = reader && "link" in reader ? reader.link?.id : undefined;
        const session = reader?.kind === "member" ? reader.sessionId : undefined;
        // A member asks in the dashboard as well.
        const isAllowed = reader?.kind === "member" || mayAsk(project, reader);
        const holder = { project: project.id, ...(link && { link }), ...(session && { session }) };
        return Response.json(await signPass(deps, { ...holder, mayAsk: isAllowed }), {
          headers: { "cache-control": "no-store" },
        });
      },
    }),
    readerRoute({
      method: "post",
      path: "/docs/{domain}/-/feedback",
      takesPass: "read",
      body: pageRating,
      docs: feedbackDocs,
      async handle({ params, body }, reader) {
        await ratePage(deps, reader, { project: params.domain ?? "", rating: body });
        return Response.json({ ok: true });
      },
    }),
  ];
}

/** A browser says where a request comes from: a pass is for our own pages, and a site makes itself a key. */
function refuseOtherSites({ headers }: Request): void {
  const site = headers.get("sec-fetch-site");
  if (site === null || site === "same-origin" || site === "none") return;
  throw new AppError(
    "forbidden",
    "A pass is for the pages of the reader. Other sites ask with an assistant key.",
  );
}

const passDocs: RouteDocs = {
  tag: "Pages",
  summary: "Get a pass for the reader",
  description:
    "For the pages of the reader: an hour of asking and rating in one project, within the limits of a public key. Other programs use a key.",
  responses: [
    jsonReply("The pass.", readerPass, {
      pass: "rdr_eyJwcm9qZWN0.c2ln",
      seconds: 3600,
      mayAsk: true,
    }),
  ],
};

const feedbackDocs: RouteDocs = {
  tag: "Pages",
  summary: "Rate a page",
  description:
    "Records a reader's thumbs up or down for a page, with a comment. The owner sees it under Insights.",
  requestExample: { path: "guides/keys.mdx", rating: "down", comment: "The command is gone." },
  responses: [jsonReply("It is recorded.", feedbackResult, { ok: true })],
};
