import { type ErrorBody, type ErrorCode, errorBody } from "../contract/error.ts";
import { linkCookie } from "./access/session-cookie.ts";
import { escapeHtml, type PageParts, pageParts } from "./html-page.ts";
import { linkParameter } from "./reader/link-parameter.ts";
import { wantsPage } from "./wants-page.ts";

type Place = { path: string; hasDashboard: boolean; isByLink?: boolean };

/** Whoever opens an address in a browser reads a page: what programs are answered in JSON is written out on one. */
export async function pageForPeople(
  request: Request,
  response: Response,
  hasDashboard: boolean,
): Promise<Response> {
  const url = new URL(request.url);
  const { pathname: path } = url;
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  // A file that is named JSON is meant to be saved as it is.
  const isWanted = isJson && !path.endsWith(".json");
  if (!isWanted || !wantsPage(request.method, request.headers.get("accept"))) return response;
  // Nobody is led back to a link that does not work.
  const isInAddress = url.searchParams.has(linkParameter);
  if (isInAddress) url.searchParams.delete(linkParameter);
  const isByLink = isInAddress || hasLinkCookie(request);
  const place = { path: path + url.search, hasDashboard, isByLink };
  const page = pageOfJson(await response.text(), place);
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(page.headers)) headers.set(name, value);
  headers.delete("content-length");
  return new Response(page.body, { status: response.status, headers });
}

/** Whoever has come by a link is told what became of it. */
function hasLinkCookie(request: Request): boolean {
  const header = request.headers.get("cookie");
  return [true, false].some((secure) => linkCookie(secure).read(header) !== undefined);
}

/** The page that says what a JSON reply says. */
export function pageOfJson(text: string, place: Place): PageParts {
  const value = parsed(text);
  const error = errorBody.safeParse(value);
  const page = error.success ? errorPage(error.data, place) : replyPage(value, place);
  const headers = { ...page.headers, "cache-control": "no-store", vary: "accept" };
  return { ...page, headers };
}

const titles: Partial<Record<ErrorCode, string>> = {
  not_found: "There is nothing here",
  rate_limited: "Too many requests",
  unavailable: "Not available right now",
  internal: "Something went wrong",
};
const forPrograms = "This address is for programs";

function errorPage({ error, code, requestId }: ErrorBody, place: Place): PageParts {
  const isClosed = code === "unauthenticated" || code === "forbidden";
  const isPrivate = isClosed && isReadersPage(place.path);
  const title = isPrivate ? "This page is private" : (titles[code] ?? forPrograms);
  const { hasDashboard } = place;
  const ways = [
    ...(hasDashboard && isPrivate ? [link(logInPath(place.path), "Log in to read it")] : []),
    ...(hasDashboard && !isPrivate ? [link("/dashboard", "Dashboard")] : []),
    ...(isPrivate ? [] : [link("/reference", "API reference")]),
  ];
  const isTold = !isClosed || place.isByLink === true || code === "forbidden";
  const sentence =
    isTold && (isPrivate || !isClosed) ? error : closedSentence(isPrivate, hasDashboard);
  return pageParts(
    `${title} · Docent`,
    `<main><h1>${escapeHtml(title)}</h1><p class="lead">${escapeHtml(sentence)}</p>
${ways.length > 0 ? `<ul>${ways.join("")}</ul>` : ""}<p><small>Request <code>${escapeHtml(requestId)}</code></small></p></main>`,
  );
}

function closedSentence(isPrivate: boolean, hasDashboard: boolean): string {
  if (!isPrivate)
    return "Programs call it with a key of the project. People find the same in the dashboard.";
  return hasDashboard
    ? "These docs are for the members of their project. Log in to the dashboard, and you are brought back here."
    : "These docs are for programs that have a key of their project.";
}

function isReadersPage(path: string): boolean {
  return path.startsWith("/docs/");
}

function logInPath(path: string): string {
  return `/dashboard/login?next=${encodeURIComponent(path)}`;
}

function replyPage(value: unknown, { path }: Place): PageParts {
  const text = escapeHtml(JSON.stringify(value, null, 2) ?? "");
  return pageParts(
    `${path} · Docent`,
    `<main><h1><code>${escapeHtml(path)}</code></h1><p class="lead">What programs are answered here.</p>
<pre tabindex="0"><code>${text}</code></pre><ul>${link("/reference", "API reference")}</ul></main>`,
  );
}

function link(to: string, text: string): string {
  return `<li><a href="${escapeHtml(to)}">${text}</a></li>`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
