import { clientAddress, type ProxyList, plainAddress } from "./client-address.ts";

/** What is known about the other end of the connection, whoever it is. */
export type Client = {
  address: string;
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
  return { address, secure };
}
