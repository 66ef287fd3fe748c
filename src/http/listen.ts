import { createServer, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { getRequestListener, type Http2Bindings, type HttpBindings } from "@hono/node-server";
import { AppError } from "../lib/app-error.ts";
import { newId } from "../lib/ids.ts";
import type { NodeBindings } from "./app.ts";
import { refusal } from "./error-response.ts";

export type HttpServer = { http: Server; url: string };

type Fetch = (request: Request, bindings: NodeBindings) => Response | Promise<Response> | undefined;

/** Takes the port first, so that the app can be built knowing its own address. */
export async function listen(
  place: { host: string; port: number },
  fetch: Fetch,
): Promise<HttpServer> {
  const http = createServer(
    getRequestListener(
      (request, bindings) => fetch(request, peerOnly(bindings)) ?? refuse(starting()),
      { errorHandler: () => refuse(malformed()) },
    ),
  );
  http.on("clientError", refuseOnSocket);
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

/** What no request object can be made of: a broken head, or one longer than Node reads. */
async function refuseOnSocket(error: Error, socket: Duplex): Promise<void> {
  const code = "code" in error ? error.code : "";
  // Behind bytes of an earlier response, a second one would corrupt it.
  const untouched = "bytesWritten" in socket && socket.bytesWritten === 0;
  if (!socket.writable || !untouched || code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const response = refuse(code === "HPE_HEADER_OVERFLOW" ? tooLong() : malformed());
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const body = await response.text();
  socket.end(
    `HTTP/1.1 ${response.status} Refused\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

function refuse(error: AppError): Response {
  return refusal(error, newId("req"));
}

function malformed(): AppError {
  return new AppError("invalid_request", "The request is not valid HTTP, or its address is not.");
}

function tooLong(): AppError {
  return new AppError("too_large", "The address and headers of the request are too long.");
}

function starting(): AppError {
  return new AppError("unavailable", "The server is starting. Please try again in a moment.", {
    retryAfterSeconds: 1,
  });
}

function peerOnly(bindings: HttpBindings | Http2Bindings): NodeBindings {
  const remoteAddress = bindings.incoming.socket.remoteAddress;
  return { incoming: { socket: remoteAddress === undefined ? {} : { remoteAddress } } };
}

// npm and a terminal both hand a signal on that reached the whole process group: it arrives twice at once.
const sameSignalMs = 1_000;

/** SIGTERM: accept nothing new, let what runs and its streams end within the grace period. Another signal later ends the process at once. */
export function stopOnSignal(
  http: Server,
  work: { startDraining(): void; drain(): Promise<void> },
): Promise<void> {
  return new Promise((resolve) => {
    let stoppedAt: number | undefined;
    const stop = async () => {
      if (stoppedAt !== undefined && performance.now() - stoppedAt > sameSignalMs) process.exit(1);
      if (stoppedAt !== undefined) return;
      stoppedAt = performance.now();
      work.startDraining();
      const closed = new Promise((done) => http.close(done));
      http.closeIdleConnections();
      await work.drain();
      const timer = setTimeout(() => http.closeAllConnections(), 2_000);
      await closed;
      clearTimeout(timer);
      resolve();
    };
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
  });
}

export async function closeServer(http: Server): Promise<void> {
  const closed = new Promise((done) => http.close(done));
  http.closeAllConnections();
  await closed;
}
