import { createServer, type Server } from "node:http";
import {
  constants,
  createSecureServer,
  type Http2SecureServer,
  type ServerHttp2Session,
} from "node:http2";
import { type Incoming, isHttp1, type Outgoing } from "./access/arrived-request.ts";
import { mostStreams } from "./access/guard.ts";
import { followTlsFiles } from "./tls/follow-tls-files.ts";
import { readTlsPair, type TlsFiles } from "./tls/read-tls-pair.ts";

export type NodeServer = Server | Http2SecureServer;

/**
 * How long the head of a request and all of it may take to arrive, how long a connection may be silent in the middle of
 * a reply, and how often that is looked at. A reply may take as long as it likes.
 */
export type Times = { headMs: number; requestMs: number; silenceMs: number; checkMs: number };

type Wanted = {
  times: Times;
  tls?: TlsFiles | undefined;
  onTlsFault?(error: unknown): void;
};

export type BareServer = { http: NodeServer; closeIdle(): void; closeAll(): void };
type OnRequest = (incoming: Incoming, outgoing: Outgoing) => void;

export function createNodeServer(wanted: Wanted, onRequest: OnRequest): BareServer {
  const { times, tls } = wanted;
  if (tls) return secureServer({ ...wanted, tls }, onRequest);
  const http = createServer(
    {
      headersTimeout: times.headMs,
      requestTimeout: times.requestMs,
      connectionsCheckingInterval: times.checkMs,
    },
    onRequest,
  );
  http.timeout = times.silenceMs;
  return {
    http,
    closeIdle: () => http.closeIdleConnections(),
    closeAll: () => http.closeAllConnections(),
  };
}

/** A session on which nothing at all is heard for so long takes no further requests; those under way go on. */
const sessionSilenceMs = 120_000;

/** What one connection may cost: Node's own bounds where they are tight, closer ones where they are not. */
const sessionBounds = {
  settings: { maxConcurrentStreams: mostStreams, maxHeaderListSize: 32_768, enablePush: false },
  maxSessionMemory: 10,
  maxSessionInvalidFrames: 50,
  maxSessionRejectedStreams: 50,
  maxHeaderListPairs: 100,
  maxSettings: 16,
  /** A client that opens streams only to reset them loses its connection. */
  streamResetBurst: 200,
  streamResetRate: 20,
  handshakeTimeout: 10_000,
  unknownProtocolTimeout: 1_000,
};

function secureServer(wanted: Wanted & { tls: TlsFiles }, onRequest: OnRequest): BareServer {
  const { times, tls, onTlsFault } = wanted;
  const http = createSecureServer({
    ...readTlsPair(tls, new Date()),
    ...sessionBounds,
    allowHTTP1: true,
    minVersion: "TLSv1.2",
  });
  Object.assign(http, { headersTimeout: times.headMs, requestTimeout: times.requestMs });
  const sockets = new Set<{ destroy(): unknown }>();
  const sessions = new Set<ServerHttp2Session>();
  http.on("secureConnection", (socket) => {
    sockets.add(socket);
    socket.setTimeout(times.silenceMs, () => socket.destroy());
    socket.once("close", () => sockets.delete(socket));
  });
  http.on("session", (session) => {
    sessions.add(session);
    session.setTimeout(Math.min(sessionSilenceMs, times.silenceMs), () => session.close());
    session.once("close", () => sessions.delete(session));
    // A client that breaks the protocol or leaves in the middle has lost its own session and nothing else.
    session.on("error", () => session.destroy());
  });
  http.on("request", (incoming: Incoming, outgoing: Outgoing) => {
    endLateBody(incoming, times.requestMs);
    onRequest(incoming, outgoing);
  });
  const stop = followTlsFiles(tls, {
    onPair: (pair) => http.setSecureContext({ ...pair, minVersion: "TLSv1.2" }),
    onFault: (error) => onTlsFault?.(error),
  });
  http.once("close", stop);
  return {
    http,
    closeIdle() {
      closeIdleHttp1(http);
      for (const session of sessions) session.close();
    },
    closeAll() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Over HTTP/2 nobody else watches how long a body takes to arrive. */
function endLateBody(incoming: Incoming, requestMs: number): void {
  if (isHttp1(incoming)) return;
  const { stream } = incoming;
  // A stream that a client broke off is the client's loss alone.
  incoming.on("error", () => undefined);
  const timer = setTimeout(() => {
    if (!incoming.complete) stream.close(constants.NGHTTP2_CANCEL);
  }, requestMs);
  timer.unref();
  stream.once("close", () => clearTimeout(timer));
}

/** The types do not know that a server which also speaks HTTP/1.1 has this. */
function closeIdleHttp1(http: Http2SecureServer & { closeIdleConnections?(): void }): void {
  http.closeIdleConnections?.();
}
