import type { Duplex } from "node:stream";
import type { AppError } from "../lib/app-error.ts";
import { newId } from "../lib/ids.ts";
import { refusalParts } from "./error-response.ts";

/** A connection that is closed while bytes of the client are under way takes the reply with it: it is heard out, but not for long. */
const lingerMs = 1_000;
const usualLingering = 100;

/** Says the one error shape on a connection on which no request could be read; then it ends, whatever the client does. */
export type RefuseOnSocket = (socket: Duplex, error: AppError) => void;

export function createSocketRefuser(mostLingering = usualLingering): RefuseOnSocket {
  let lingering = 0;
  return (socket, error) => {
    socket.on("error", () => socket.destroy());
    const mayLinger = lingering < mostLingering;
    socket.end(refusalText(error), () => mayLinger || socket.destroy());
    socket.resume();
    lingering += 1;
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    timer.unref();
    socket.once("close", () => {
      clearTimeout(timer);
      lingering -= 1;
    });
  };
}

function refusalText(error: AppError): string {
  const { status, headers, body } = refusalParts(error, newId("req"));
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Refused\r\n${lines.join("")}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`;
}
