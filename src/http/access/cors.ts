import { dashboardHeader } from "./dashboard-request.ts";

const headerName = /^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/i;

/** Any site may call the assistant from a browser; which site may use a key is decided when the key is known. */
export function preflight(request: Request, methods: string[]): Response {
  const asked = (request.headers.get("access-control-request-headers") ?? "").split(",");
  const allowed = asked
    .map((name) => name.trim())
    .filter(
      // What proves that a request comes from the dashboard's own pages is never granted to another site.
      (name) => headerName.test(name) && name.toLowerCase() !== dashboardHeader,
    );
  return new Response(null, {
    status: 204,
    headers: {
      ...corsHeaders,
      "access-control-allow-methods": methods.join(", "),
      "access-control-allow-headers":
        allowed.slice(0, 50).join(", ") || "authorization, content-type",
      "access-control-max-age": "600",
      vary: "access-control-request-headers",
    },
  });
}

export const corsHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "x-thread-id, x-request-id, retry-after",
};
