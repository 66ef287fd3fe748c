import { isIP } from "node:net";

export type HostRule = {
  /** The address the server listens on. */
  boundTo: string;
  publicUrl: string | undefined;
  /** Names that the operator has listed; `*.` stands for any name below. */
  allowed: string[];
};

/**
 * Whether a request for this host may be answered. A page that makes its own name lead to this machine (DNS rebinding)
 * sends that name: where only this machine can connect, a name must be known. An address cannot be rebound.
 */
export function ownHost(rule: HostRule): (host: string) => boolean {
  const names = new Set(["localhost", nameOf(rule.boundTo)]);
  if (rule.publicUrl !== undefined) names.add(new URL(rule.publicUrl).hostname.toLowerCase());
  const isOpen = !isLoopback(rule.boundTo) && rule.allowed.length === 0;
  const isListed = (name: string) =>
    rule.allowed.some((one) => (one.startsWith("*.") ? name.endsWith(one.slice(1)) : name === one));
  return (host) => {
    if (isOpen) return true;
    const name = nameOf(host);
    return isIP(name) !== 0 || names.has(name) || name.endsWith(".localhost") || isListed(name);
  };
}

function isLoopback(host: string): boolean {
  const name = nameOf(host);
  return name === "localhost" || name === "::1" || (isIP(name) === 4 && name.startsWith("127."));
}

/** Without port, brackets and the dot that may end a full name. */
function nameOf(host: string): string {
  const text = host.toLowerCase();
  if (isIP(text) !== 0) return text;
  const bracket = text.startsWith("[") ? text.indexOf("]") : -1;
  if (bracket !== -1) return text.slice(1, bracket);
  const colon = text.indexOf(":");
  const name = colon === -1 ? text : text.slice(0, colon);
  return name.endsWith(".") ? name.slice(0, -1) : name;
}
