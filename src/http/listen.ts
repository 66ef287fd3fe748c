import type { Server } from "node:http";
import { createAdaptorServer, type Http2Bindings, type HttpBindings } from "@hono/node-server";
import { AppError } from "../lib/app-error.ts";
import type { NodeBindings } from "./app.ts";

export type HttpServer = { http: Server; url: string };

type Fetch = (request: Request, bindings: NodeBindings) => Response | Promise<Response> | undefined;

/** Takes the port first, so that the app can be built knowing its own address. */
export async function listen(
  place: { host: string; port: number },
  fetch: Fetch,
): Promise<HttpServer> {
  const http = asHttpServer(
    createAdaptorServer({
      fetch: (request, bindings) =>
        fetch(request, peerOnly(bindings)) ?? new Response(null, { status: 503 }),
    }),
  );
  await new Promise<void>((resolve, reject) => {
    http.once("error", (error) => reject(explain(error, place)));
    http.listen(place.port, place.host, resolve);
  });
  const address = http.address();
  const port = typeof address === "object" && address ? address.port : place.port;
  return { http, url: `http://${shownHost(place.host)}:${port}` };
}

function shownHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

function explain(error: Error, { host, port }: { host: string; port: number }): Error {
  const code = "code" in error ? error.code : "";
  if (code === "EADDRINUSE") {
    return new AppError(
      "conflict",
      `Port ${port} on ${host} is in use: choose another with --port, or --port 0 for any free one.`,
    );
  }
  if (code === "EACCES")
    return new AppError(
      "forbidden",
      `Port ${port} needs more rights: choose one above 1023 with --port.`,
    );
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return new AppError(
      "invalid_request",
      `This machine has no address ${host}: choose another with --host.`,
    );
  }
  return error;
}

/** Without options for TLS or HTTP/2 the adaptor makes a plain HTTP server. */
function asHttpServer(server: ReturnType<typeof createAdaptorServer>): Server {
  return server as Server;
}

function peerOnly(bindings: HttpBindings | Http2Bindings): NodeBindings {
  const remoteAddress = bindings.incoming.socket.remoteAddress;
  return { incoming: { socket: remoteAddress === undefined ? {} : { remoteAddress } } };
}
