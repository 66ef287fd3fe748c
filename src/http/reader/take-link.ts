import type { ProjectDocs } from "../../projects/open-docs.ts";
import type { Reader } from "../../projects/open-project.ts";
import { linkCookie } from "../access/session-cookie.ts";
import type { RouteRequest } from "../route.ts";
import { linkParameter } from "./link-parameter.ts";

const longestSeconds = 30 * 24 * 60 * 60;

/**
 * A shared link in the address becomes a cookie for the project's pages, and the address is left without it: it stays
 * neither in the browser's history nor in what the next site is told. Undefined where there is none.
 */
export function takeLink(
  { url, client }: RouteRequest<unknown>,
  { reader, project }: { reader: Reader; project: ProjectDocs },
): Response | undefined {
  const token = url.searchParams.get(linkParameter);
  if (token === null) return undefined;
  const clean = new URL(url);
  clean.searchParams.delete(linkParameter);
  const rest = clean.pathname.split("/").slice(3).join("/");
  const location = `/docs/${project.domain}${rest === "" ? "" : `/${rest}`}${clean.search}`;
  const isByLink = reader !== undefined && "link" in reader && reader.link !== undefined;
  const headers = new Headers({ location, "cache-control": "no-store" });
  headers.set("referrer-policy", "no-referrer");
  // Whoever is logged in, or reads public docs, needs no cookie for it.
  if (isByLink)
    headers.set(
      "set-cookie",
      linkCookie(client.secure).write(token, project.domain, longestSeconds),
    );
  return new Response(null, { status: 302, headers });
}
