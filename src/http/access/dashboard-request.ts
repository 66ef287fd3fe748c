import { AppError } from "../../lib/app-error.ts";

export const dashboardHeader = "x-docent-dashboard";

export type DashboardPlace = { url: URL; publicUrl: string; secure: boolean };

/**
 * A browser sends the cookie along with whatever a page asks for. Only our own pages can add this header: for any
 * other site it takes a preflight, which we do not grant.
 */
export function requireDashboardRequest(request: Request, place: DashboardPlace): void {
  const { headers } = request;
  if (headers.get(dashboardHeader) !== "1") {
    throw new AppError(
      "forbidden",
      `A session of the dashboard is only taken with the header ${dashboardHeader}: 1.`,
    );
  }
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  const isOwn =
    (origin === null || isOwnOrigin(origin, place)) && (site === null || site === "same-origin");
  if (isOwn) return;
  throw new AppError(
    "forbidden",
    "This request comes from another site. Behind a reverse proxy, set DOCENT_PUBLIC_URL to the address people see.",
  );
}

/**
 * Whether a browser went to this address to show it. Where the browser came from another site, the cookie's own rule has
 * kept the session back; no other page can read or frame what is shown, and a look changes nothing.
 */
export function isPageVisit({ method, headers }: Request): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  // What scripts send, no visit does.
  if (headers.has(dashboardHeader) || headers.has("origin")) return false;
  const site = headers.get("sec-fetch-site");
  if (site === null || site === "none" || site === "same-origin") return true;
  return (
    headers.get("sec-fetch-mode") === "navigate" && headers.get("sec-fetch-dest") === "document"
  );
}

function isOwnOrigin(origin: string, { url, publicUrl, secure }: DashboardPlace): boolean {
  if (origin === new URL(publicUrl).origin) return true;
  if (!URL.canParse(origin)) return false;
  const { host, protocol } = new URL(origin);
  // A proxy that ends TLS hands on the host but speaks http to us.
  const goodProtocol = protocol === "https:" || (protocol === "http:" && !secure);
  return goodProtocol && host === url.host;
}
