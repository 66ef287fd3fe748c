import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { getRequestListener, type Http2Bindings, type HttpBindings } from "@hono/node-server";
import { AppError } from "../lib/app-error.ts";
import { onWindows } from "../lib/disk/on-windows.ts";
import { newId } from "../lib/ids.ts";
import { type Incoming, isHttp1, type Outgoing } from "./access/arrived-request.ts";
import type { Guard } from "./access/guard.ts";
import type { NodeBindings } from "./app.ts";
import { createNodeServer, type NodeServer, type Times } from "./create-node-server.ts";
import { refusal, statusOf } from "./error-response.ts";
import { explainListening } from "./port/require-port.ts";
import { largeBytes } from "./read-request.ts";
import { createSocketRefuser, type RefuseOnSocket } from "./refuse-on-socket.ts";
import type { TlsFiles } from "./tls/read-tls-pair.ts";

export type HttpServer = {
  http: NodeServer;
  url: string;
  /** Takes no new connections; settles when the last one has ended. */
  close(): Promise<void>;
  closeIdle(): void;
  closeAll(): void;
};

type Fetch = (request: Request, bindings: NodeBindings) => Response | Promise<Response> | undefined;

export type Place = {
  host: string;
  port: number;
  /** With these it speaks HTTPS, HTTP/2 and HTTP/1.1. */
  tls?: TlsFiles | undefined;
  /** Told of a renewed certificate that could not be taken. */
  onTlsFault?(error: unknown): void;
  times?: Times;
};

const usualTimes: Times = {
  ...{ headMs: 20_000, requestMs: 120_000, silenceMs: 1_800_000, checkMs: 5_000 },
};

/** Takes the port first, so that the app can be built knowing its own address. */
export async function listen(place: Place, fetch: Fetch, guard?: Guard): Promise<HttpServer> {
  const times = place.times ?? usualTimes;
  const handle = getRequestListener(
    async (request, bindings) => {
      const { incoming } = bindings;
      const work = async () => fetch(request, peerOnly(bindings)) ?? refuse(starting());
      if (!guard) return work();
      const response = (await guard.inTurn(incoming, work).catch(refuseKnown)) ?? gone();
      if (response.status === statusOf("rate_limited")) await guard.holdRefusal(incoming);
      if (isHttp1(incoming) && isLeftUnread(incoming, response))
        response.headers.set("connection", "close");
      return response;
    },
    { errorHandler: () => refuse(malformed()) },
  );
  const onRequest = (incoming: Incoming, outgoing: Outgoing) => {
    if (!guard?.refuses(incoming, outgoing)) void handle(incoming, outgoing);
  };
  const { http, closeIdle, closeAll } = createNodeServer({ ...place, times }, onRequest);
  const refuseOnSocket = createSocketRefuser();
  http.on("clientError", (error: Error, socket: Duplex) =>
    refuseBroken(error, socket, refuseOnSocket),
  );
  if (guard) {
    http.maxConnections = guard.mostSockets;
    http.on("connection", guard.connect);
  }
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen(place.port, place.host, resolve);
  }).catch(async (error) => {
    throw await explainListening(error, place);
  });
  const address = http.address();
  const port = typeof address === "object" && address ? address.port : place.port;
  const url = `${place.tls ? "https" : "http"}://${shownHost(place.host)}:${port}`;
  const close = () => new Promise<void>((resolve) => http.close(() => resolve()));
  return { http, url, close, closeIdle, closeAll };
}

/** Reading the rest of a large body that nobody wants would cost more than a new connection. */
function isLeftUnread({ complete, headers }: IncomingMessage, { status }: Response): boolean {
  const bytes = Number(headers["content-length"] ?? Number.POSITIVE_INFINITY);
  return !complete && status >= 400 && bytes > largeBytes;
}

function refuseKnown(error: unknown): Response {
  if (error instanceof AppError) return refuse(error);
  throw error;
}

/** For a client that has left: nobody reads it. */
function gone(): Response {
  return new Response(null, { status: 503 });
}

function shownHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

/** What no request object can be made of: a broken head, one longer than Node reads, or one that does not arrive. */
function refuseBroken(error: Error, socket: Duplex, refuseOnSocket: RefuseOnSocket): void {
  const code = "code" in error ? String(error.code) : "";
  // Its refusal is on its way.
  if (socket.writableEnded && !socket.destroyed) return;
  // A browser opens connections ahead: a refusal there would be the reply to the request that it is just about to send.
  const unheard = "bytesRead" in socket && socket.bytesRead === 0;
  // Behind bytes of an earlier response, a second one would corrupt it.
  const untouched = "bytesWritten" in socket && socket.bytesWritten === 0;
  if (!socket.writable || !untouched || unheard || code === "ECONNRESET") socket.destroy();
  else refuseOnSocket(socket, brokenRequests[code]?.() ?? malformed());
}

const brokenRequests: Record<string, () => AppError> = {
  HPE_HEADER_OVERFLOW: tooLong,
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow,
};

function refuse(error: AppError): Response {
  return refusal(error, newId("req"));
}

function malformed(): AppError {
  return new AppError("invalid_request", "The request is not valid HTTP, or its address is not.");
}

function tooLong(): AppError {
  return new AppError("too_large", "The address and headers of the request are too long.");
}

function tooSlow(): AppError {
  return new AppError("invalid_request", "The request took too long to arrive. Please try again.");
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

// Windows tells of Ctrl-Break and of a closed window. Elsewhere SIGHUP is left to nohup, which asks for it to be ignored.
const stopSignals: NodeJS.Signals[] = onWindows
  ? ["SIGINT", "SIGBREAK", "SIGHUP"]
  : ["SIGTERM", "SIGINT"];

/** SIGTERM: accept nothing new, let what runs and its streams end within the grace period. Another signal later ends the process at once. */
export function stopOnSignal(
  server: HttpServer,
  work: { startDraining(): void; drain(): Promise<void> },
): Promise<void> {
  return new Promise((resolve) => {
    let stoppedAt: number | undefined;
    const stop = async () => {
      if (stoppedAt !== undefined && performance.now() - stoppedAt > sameSignalMs) process.exit(1);
      if (stoppedAt !== undefined) return;
      stoppedAt = performance.now();
      work.startDraining();
      const closed = server.close();
      server.closeIdle();
      await work.drain();
      const timer = setTimeout(server.closeAll, 2_000);
      await closed;
      clearTimeout(timer);
      resolve();
    };
    for (const signal of stopSignals) process.on(signal, stop);
  });
}

export async function closeServer(server: Pick<HttpServer, "close" | "closeAll">): Promise<void> {
  const closed = server.close();
  server.closeAll();
  await closed;
}
