import { BlockList, isIPv6 } from "node:net";

/** Whether an address leads into a network of one's own, to this machine or to nobody in particular, and not to a host on the internet. */
export function isInternalAddress(address: string): boolean {
  if (!isIPv6(address)) return internal.check(address, "ipv4");
  const inside = embedded(address);
  return internal.check(address, "ipv6") || (inside !== undefined && isInternalAddress(inside));
}

const internal = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  internal.addSubnet(network, bits, "ipv4");
for (const [network, bits] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const)
  internal.addSubnet(network, bits, "ipv6");

/** The IPv4 address that a translator (64:ff9b::/96) or a tunnel (2002::/16) leads to. */
function embedded(address: string): string | undefined {
  const parts = groupsOf(address);
  const [first, second, third] = parts;
  if (first === 0x2002) return dotted(second ?? 0, third ?? 0);
  const isTranslated =
    first === 0x64 && second === 0xff9b && parts.slice(2, 6).every((one) => !one);
  return isTranslated ? dotted(parts[6] ?? 0, parts[7] ?? 0) : undefined;
}

/** The eight numbers of an IPv6 address, however it is written. */
function groupsOf(address: string): number[] {
  const [, written = ""] = /^\[([0-9a-f:]+)\]$/.exec(new URL(`http://[${address}]`).hostname) ?? [];
  const [before = "", after] = written.split("::");
  const numbers = (text: string) =>
    text === "" ? [] : text.split(":").map((one) => Number.parseInt(one, 16));
  const [head, tail] = [numbers(before), numbers(after ?? "")];
  const gap = after === undefined ? 0 : 8 - head.length - tail.length;
  return [...head, ...Array.from({ length: gap }, () => 0), ...tail];
}

function dotted(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}
