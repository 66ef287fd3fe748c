import { isIPv6 } from "node:net";

/** One customer of a provider has a whole /64 of IPv6 addresses to write from. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array(Math.max(0, 8 - before.length - after.length)).fill("0");
  const groups = tail === undefined ? before : [...before, ...zeros, ...after];
  const plain = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${plain.join(":")}::/64`;
}

/** A provider hands a /48 to whoever asks for one: 65,536 networks of one customer. */
export function siteOf(network: string): string {
  const groups = network.endsWith("::/64") ? network.slice(0, -5).split(":") : [];
  return groups.length === 4 ? `${groups.slice(0, 3).join(":")}::/48` : network;
}
