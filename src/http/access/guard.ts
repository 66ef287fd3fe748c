import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { newId } from "../../lib/ids.ts";
import { refusalParts } from "../error-response.ts";
import { pageOfJson } from "../page-for-people.ts";
import { createSocketRefuser } from "../refuse-on-socket.ts";
import { wantsPage } from "../wants-page.ts";
import { hostsOf, type Incoming, isGone, type Outgoing, sessionOf } from "./arrived-request.ts";
import { createBuckets } from "./buckets.ts";
import { clientAddress, isLoopback, type ProxyList } from "./client.ts";
import { corsHeaders } from "./cors.ts";
import { createFairGate } from "./fair-gate.ts";
import { networkOf } from "./network-of.ts";
import {
  type Connection,
  type ConnectionLimits,
  createOpenConnections,
} from "./open-connections.ts";
import { tooManyRequests } from "./rate-limit.ts";

/** What is decided about connections and requests before anything is built for them. */
export type Guard = {
  /** Connections that are taken from the system at all, those to be refused among them. */
  mostSockets: number;
  /** Takes a new connection in, or refuses it. */
  connect(socket: Socket): void;
  /** True: the request was refused, and its reply is on its way. */
  refuses(incoming: Incoming, outgoing: Outgoing): boolean;
  /** Works on a request that was not refused when it is its network's turn; undefined when the client has left. */
  inTurn<Result>(incoming: Incoming, work: () => Promise<Result>): Promise<Result | undefined>;
  /** Holds back the refusal of a request for which too much was asked elsewhere, where its network has had many. */
  holdRefusal(incoming: Incoming): Promise<void>;
};

export type Refused = "connection" | "request" | "host";

export type GuardOptions = {
  connections: ConnectionLimits;
  /** Of one network, to any address. */
  requestsPerMinute: number;
  proxies: ProxyList;
  clock: Clock;
  /** Whether requests may be for this host. */
  isOwnHost(host: string): boolean;
  onRefused?(what: Refused): void;
};

type Admitted = { sender: string; before: Promise<void> };

const mostLingering = 50;
/** Hardly any program sends a request before it has the reply to the one before, and none sends this many. */
const mostAhead = 16;
/** Over HTTP/2, requests of many tabs share a connection; the protocol itself allows no more than this. */
export const mostStreams = 128;
/** Who goes on past its limit waits this long for each refusal, and sends less meanwhile. */
const holdMs = 1_000;
/** So many refusals a minute are told at once: a client that heeds them gets far fewer. */
const toldAtOnce = 60;
/** Looking through a body takes time by its size: each so many bytes count as one request more. */
const bytesPerRequest = 16_384;

export function createGuard(options: GuardOptions): Guard {
  const { proxies, requestsPerMinute, onRefused } = options;
  const connections = createOpenConnections(options.connections, proxies);
  const requests = createBuckets(requestsPerMinute, options.clock, {
    deepestDebt: requestsPerMinute,
  });
  const refusals = createBuckets(toldAtOnce, options.clock);
  const { most } = options.connections;
  const refuseOnSocket = createSocketRefuser(Math.min(mostLingering, most / 4));
  const gate = createFairGate();
  const admitted = new WeakMap<Incoming, Admitted>();
  const isFarOver = (left: number) => left < -requestsPerMinute / 2;

  const senderOf = ({ network, peer }: Connection, { headers, url = "" }: Incoming) => {
    const forwarded = String(headers["x-forwarded-for"] ?? "");
    const from = network ?? networkOf(clientAddress(peer, forwarded, proxies));
    return probes.has(url) ? `probe ${from}` : from;
  };
  /** The connections of one that is far over its limit are not even read from; on this machine it may be a probe's. */
  const countRequest = ({ network, peer }: Connection, sender: string, weight: number): number => {
    const left = requests.take(sender, weight);
    if (network !== undefined && isFarOver(left) && !isLoopback(peer)) connections.endIdle(network);
    return left;
  };

  return {
    mostSockets: Math.ceil(most * 1.5),
    connect(socket) {
      const connection = connections.add(socket);
      if (!connection) {
        onRefused?.("connection");
        return refuseOnSocket(socket, tooManyConnections());
      }
      const { network, peer } = connection;
      if (network === undefined || isLoopback(peer)) return;
      if (isFarOver(requests.take(network, 0))) socket.destroy();
    },
    refuses(incoming, outgoing) {
      const connection = connections.of(incoming.socket);
      if (!connection) return true;
      const sender = senderOf(connection, incoming);
      const isShared = sessionOf(incoming) !== undefined;
      const before = isShared ? Promise.resolve() : connection.lastReply;
      admitted.set(incoming, { sender, before });
      const announced = Number(incoming.headers["content-length"] ?? 0);
      followReply(connection, outgoing, (heard) =>
        requests.take(sender, weightOf(heard - announced) - 1),
      );
      const left = countRequest(connection, sender, weightOf(announced));
      if (isCutOff(connection, isFarOver(left), isShared)) {
        connection.socket.destroy();
        return true;
      }
      if (left < 1) {
        onRefused?.("request");
        const waitMs = ((1 - left) / requestsPerMinute) * 60_000;
        refuseSlowly(connection, outgoing, tooManyRequests(Math.ceil(waitMs / 1_000)));
        return true;
      }
      if (hostsOf(incoming).every(options.isOwnHost)) return false;
      onRefused?.("host");
      refuse(outgoing, foreignHost());
      return true;
    },
    async inTurn(incoming, work) {
      const { sender = "", before } = admitted.get(incoming) ?? {};
      // A request that was sent ahead waits for the reply before it to be read.
      await before;
      return gate.pass(sender, async () => (isGone(incoming) ? undefined : work()));
    },
    async holdRefusal(incoming) {
      const isDirect = connections.of(incoming.socket)?.network !== undefined;
      const { sender = "" } = admitted.get(incoming) ?? {};
      if (isDirect && refusals.take(sender) < 1) await pause(holdMs, undefined, { ref: false });
    },
  };
}

function isCutOff(connection: Connection, isFarOver: boolean, isShared: boolean): boolean {
  const { network, peer, open, isEnding } = connection;
  if (isEnding || open > (isShared ? mostStreams : mostAhead)) return true;
  if (isShared) return network !== undefined && isFarOver;
  return network !== undefined && isLoopback(peer) && open === 1 && isFarOver;
}

/** Tells at the end of a reply how many bytes came that were not told before. */
function followReply(
  connection: Connection,
  outgoing: Outgoing,
  onEnd: (heardBytes: number) => void,
): void {
  const { socket } = connection;
  connection.open += 1;
  connection.lastReply = new Promise((resolve) => {
    outgoing.once("close", () => {
      connection.open -= 1;
      const heard = socket.bytesRead - connection.countedBytes;
      connection.countedBytes += heard;
      onEnd(heard);
      resolve();
    });
  });
}

function weightOf(bodyBytes: number): number {
  return 1 + Math.floor(Math.max(0, bodyBytes) / bytesPerRequest);
}

/** Counted apart, so that whoever watches over the server hears from it while others are over their limit. */
export const probes = new Set(["/healthz", "/readyz", "/metrics"]);

/** Behind a proxy of ours there are others on the same connection: they neither wait nor lose it. */
function refuseSlowly(connection: Connection, outgoing: Outgoing, error: AppError): void {
  if (connection.network === undefined) {
    refuse(outgoing, error);
    return;
  }
  // Over HTTP/2, streams that are under way share the connection: it ends only for one that is far over its limit.
  if ("shouldKeepAlive" in outgoing) {
    connection.isEnding = true;
    outgoing.shouldKeepAlive = false;
  }
  setTimeout(() => refuse(outgoing, error), holdMs).unref();
}

function refuse(outgoing: Outgoing, error: AppError): void {
  if (outgoing.destroyed) return;
  const { status, headers, body } = refusalParts(error, newId("req"));
  const { method, url: path = "", headers: asked } = outgoing.req;
  const page = wantsPage(method, asked.accept) && pageOfJson(body, { path, hasDashboard: false });
  const text = page ? page.body : body;
  const length = { "content-length": String(Buffer.byteLength(text)) };
  const all = { ...headers, ...(page ? page.headers : {}), ...corsHeaders, ...length };
  outgoing.statusCode = status;
  for (const [name, value] of Object.entries(all)) outgoing.setHeader(name, value);
  outgoing.end(text);
}

function tooManyConnections(): AppError {
  const message = "Too many connections are open. Please close some, or try again in a moment.";
  return new AppError("unavailable", message, { retryAfterSeconds: 5 });
}

function foreignHost(): AppError {
  return new AppError(
    "invalid_request",
    "This server does not answer under that host name. Its operator can name it in DOCENT_PUBLIC_URL or DOCENT_ALLOWED_HOSTS.",
  );
}
