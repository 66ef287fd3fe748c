import { AppError } from "../../lib/app-error.ts";
import { newId } from "../../lib/ids.ts";
import type { App, NodeBindings } from "../app.ts";
import { refusal } from "../error-response.ts";
import { probes } from "./guard.ts";

type Serve = (app: App, request: Request, bindings: NodeBindings) => Response | Promise<Response>;

export const appFetch: Serve = (app, request, bindings) => app.fetch(request, bindings);

/** A node that is not there for requests tells how it is, and sends everything else away. */
export function probesOnly(roles: readonly string[]): Serve {
  const message = `This node answers no requests (its role: ${roles.join(", ")}). Ask one with the role api.`;
  return (app, request, bindings) => {
    if (probes.has(new URL(request.url).pathname)) return app.fetch(request, bindings);
    return refusal(new AppError("unavailable", message), newId("req"));
  };
}
