import { BlockList, isIP } from "node:net";
import { networkOf } from "./network-of.ts";

/** What is known about the other end of the connection, whoever it is. */
export type Client = {
  address: string;
  /** Its address, or the /64 of an IPv6 one: limits and fair shares count by it. */
  network: string;
  /** Its browser speaks TLS, to us or to the proxy in front of us. */
  secure: boolean;
};

export function clientOf(
  request: Request,
  peer: string,
  place: { proxies: ProxyList; publicUrl: string | undefined },
): Client {
  const { headers } = request;
  const { proxies, publicUrl } = place;
  const address = clientAddress(peer, headers.get("x-forwarded-for"), proxies);
  const forwarded = (headers.get("x-forwarded-proto") ?? "").split(",", 1)[0]?.trim();
  const secure =
    publicUrl?.startsWith("https:") === true ||
    (proxies.trusts(plainAddress(peer)) && forwarded?.toLowerCase() === "https");
  return { address, network: networkOf(address), secure };
}

export type ProxyList = { trusts(address: string): boolean };

/** Addresses and CIDR ranges whose X-Forwarded-For is believed. */
export function proxyList(entries: string[]): ProxyList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return {
    trusts: (address) =>
      isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4"),
  };
}

/** The nearest address that is not one of our proxies: what stands further left in the header, anyone could have written. */
export function clientAddress(
  peer: string,
  forwardedFor: string | null,
  proxies: ProxyList,
): string {
  const hops = (forwardedFor ?? "").split(",").map((hop) => plainAddress(hop.trim()));
  let address = plainAddress(peer);
  while (proxies.trusts(address)) {
    const next = hops.pop();
    if (next === undefined || isIP(next) === 0) return address;
    address = next;
  }
  return address;
}

/** Without a port, and an IPv4 address in IPv6 clothing as what it is. */
export function plainAddress(text: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text);
  if (mapped?.[1]) return mapped[1];
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text) ?? /^\[([^\]]+)\](?::\d+)?$/.exec(text);
  return withPort?.[1] ?? text;
}

/** Whether a plain address is this machine's own. */
export function isLoopback(address: string): boolean {
  return address === "::1" || /^127\.\d+\.\d+\.\d+$/.test(address);
}
