import type { Socket } from "node:net";
import { type ProxyList, plainAddress } from "./client.ts";
import { networkOf } from "./network-of.ts";

export type Connection = {
  socket: Socket;
  /** Names the connection where something else stands for the socket. */
  ends: string;
  peer: string;
  /** Undefined for a reverse proxy of ours, behind which there are many. */
  network: string | undefined;
  /** Requests whose replies have not left. */
  open: number;
  /** Settles when the reply to the newest request has left. */
  lastReply: Promise<void>;
  /** A refusal is on its way, and the end after it. */
  isEnding: boolean;
  /** How many bytes of it were counted as requests. */
  countedBytes: number;
};

export type OpenConnections = {
  /** Undefined: there are too many, in all or of this network. */
  add(socket: Socket): Connection | undefined;
  /** Also by what stands for the socket where TLS lies above it. */
  of(socket: Socket): Connection | undefined;
  /** Ends those of a network on which no reply is under way. */
  endIdle(network: string): void;
};

export type ConnectionLimits = {
  /** In all. */
  most: number;
  perNetwork: number;
};

export function createOpenConnections(
  limits: ConnectionLimits,
  proxies: ProxyList,
): OpenConnections {
  const bySocket = new Map<Socket, Connection>();
  const byEnds = new Map<string, Connection>();
  const byNetwork = new Map<string, Set<Connection>>();
  const countOf = (network = "") => byNetwork.get(network)?.size ?? 0;
  const remove = (connection: Connection) => {
    const { socket, ends, network = "" } = connection;
    bySocket.delete(socket);
    if (byEnds.get(ends) === connection) byEnds.delete(ends);
    const own = byNetwork.get(network);
    own?.delete(connection);
    if (own?.size === 0) byNetwork.delete(network);
  };
  /** Whoever has most gives one up, unless that is hardly more than the newcomer has: no number of networks fills all places. */
  const makeRoom = (network: string | undefined): boolean => {
    const largest = largestOf(byNetwork.values());
    const ending = largest.size > countOf(network) + 1 ? leastMissed(largest) : undefined;
    if (ending === undefined) return false;
    remove(ending);
    ending.socket.destroy();
    return true;
  };
  return {
    add(socket) {
      const peer = plainAddress(socket.remoteAddress ?? "");
      const network = proxies.trusts(peer) ? undefined : networkOf(peer);
      if (network !== undefined && countOf(network) >= limits.perNetwork) return undefined;
      if (bySocket.size >= limits.most && !makeRoom(network)) return undefined;
      const lastReply = Promise.resolve();
      const fresh = { open: 0, lastReply, isEnding: false, countedBytes: 0 };
      const ends = endsOf(socket);
      const connection = { socket, ends, peer, network, ...fresh };
      bySocket.set(socket, connection);
      byEnds.set(ends, connection);
      if (network !== undefined)
        byNetwork.set(network, (byNetwork.get(network) ?? new Set()).add(connection));
      socket.once("close", () => remove(connection));
      return connection;
    },
    of: (socket) => bySocket.get(socket) ?? byEnds.get(endsOf(socket)),
    endIdle(network) {
      for (const { socket, open, isEnding } of byNetwork.get(network) ?? [])
        if (open === 0 || isEnding) socket.destroy();
    },
  };
}

function largestOf(networks: Iterable<Set<Connection>>): Set<Connection> {
  let largest = new Set<Connection>();
  for (const one of networks) if (one.size > largest.size) largest = one;
  return largest;
}

/** The oldest on which nothing is under way; where there is none, the oldest. */
function leastMissed(connections: Set<Connection>): Connection | undefined {
  const [oldest] = connections;
  return connections.values().find(({ open }) => open === 0) ?? oldest;
}

/** No two connections to one port have the same. */
function endsOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`;
}
