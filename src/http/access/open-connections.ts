import type { Socket } from "node:net";
import { type ProxyList, plainAddress } from "./client.ts";
import { networkOf } from "./network-of.ts";

export type Connection = {
  socket: Socket;
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
  const isFull = (network: string | undefined) => {
    if (bySocket.size >= limits.most) return true;
    if (network === undefined) return false;
    return (byNetwork.get(network)?.size ?? 0) >= shareOf(limits, bySocket.size);
  };
  const remove = (connection: Connection, ends: string) => {
    const { socket, network = "" } = connection;
    bySocket.delete(socket);
    if (byEnds.get(ends) === connection) byEnds.delete(ends);
    const own = byNetwork.get(network);
    own?.delete(connection);
    if (own?.size === 0) byNetwork.delete(network);
  };
  return {
    add(socket) {
      const peer = plainAddress(socket.remoteAddress ?? "");
      const network = proxies.trusts(peer) ? undefined : networkOf(peer);
      if (isFull(network)) return undefined;
      const lastReply = Promise.resolve();
      const fresh = { open: 0, lastReply, isEnding: false, countedBytes: 0 };
      const connection = { socket, peer, network, ...fresh };
      const ends = endsOf(socket);
      bySocket.set(socket, connection);
      byEnds.set(ends, connection);
      if (network !== undefined)
        byNetwork.set(network, (byNetwork.get(network) ?? new Set()).add(connection));
      socket.once("close", () => remove(connection, ends));
      return connection;
    },
    of: (socket) => bySocket.get(socket) ?? byEnds.get(endsOf(socket)),
    endIdle(network) {
      for (const { socket, open, isEnding } of byNetwork.get(network) ?? [])
        if (open === 0 || isEnding) socket.destroy();
    },
  };
}

/** From here on, a network takes no more than half of what is left, so that there is room for one that has none yet. */
const pressure = 0.8;

function shareOf({ most, perNetwork }: ConnectionLimits, all: number): number {
  return all < most * pressure ? perNetwork : Math.min(perNetwork, (most - all) / 2);
}

/** No two connections to one port have the same. */
function endsOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`;
}
