import { IncomingMessage, type ServerResponse } from "node:http";
import { Http2ServerRequest, type Http2ServerResponse } from "node:http2";

/** A request over HTTP/1.1 or HTTP/2. */
export type Incoming = IncomingMessage | Http2ServerRequest;
export type Outgoing = ServerResponse | Http2ServerResponse;

/** The session that carries the request beside others; undefined over HTTP/1.1, where a connection carries one at a time. */
export function sessionOf(incoming: Incoming) {
  return incoming instanceof Http2ServerRequest ? incoming.stream.session : undefined;
}

export function isHttp1(incoming: Incoming): incoming is IncomingMessage {
  return incoming instanceof IncomingMessage;
}

/** Nobody waits for the reply any more. */
export function isGone(incoming: Incoming): boolean {
  return isHttp1(incoming) ? incoming.socket.destroyed : incoming.stream.destroyed;
}

/** Every host that the request names. */
export function hostsOf(incoming: Incoming): string[] {
  const { url = "", headers } = incoming;
  const inUrl = /^https?:/i.test(url) && URL.canParse(url) ? [new URL(url).host] : [];
  const authority = isHttp1(incoming) ? [] : [incoming.authority].filter((one) => one);
  return [...inUrl, ...authority, ...(headers.host === undefined ? [] : [headers.host])];
}
