import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished } from "vitest";

export type CutLine<Served> = Served & {
  /** Nobody gets through from now on. */
  cut(): void;
  mend(): void;
  /** Connections that were tried while it was cut. */
  refused(): number;
  /** What is sent either way arrives so much later, until it is mended. */
  delay(ms: number): void;
  /** What is sent arrives, and of the replies nothing: connections break in their place. */
  loseReplies(): void;
};

/** A line to a server that can be cut and mended. */
export async function cutLine<Served extends { url: string }>(
  served: Served,
): Promise<CutLine<Served>> {
  const target = new URL(served.url);
  let isCut = false;
  let losesReplies = false;
  let refused = 0;
  let delayMs = 0;
  /** What is under way, in the order in which it was sent. */
  const late: { at: number; send(): void }[] = [];
  const deliver = async () => {
    for (let first = late[0]; first; first = late[0]) {
      await pause(Math.max(0, first.at - performance.now()));
      first.send();
      late.shift();
    }
  };
  const later = (send: () => void) => {
    if (delayMs === 0 && late.length === 0) return send();
    if (late.push({ at: performance.now() + delayMs, send }) === 1) void deliver();
  };
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    if (isCut) {
      refused += 1;
      socket.destroy();
      return;
    }
    const onward = connect(Number(target.port), target.hostname);
    onward.on("error", () => socket.destroy());
    for (const one of [socket, onward]) {
      open.add(one);
      one.on("close", () => open.delete(one));
    }
    socket.on("end", () => later(() => onward.end()));
    onward.on("end", () => later(() => socket.end()));
    socket.on("data", (bytes) => later(() => pass(socket, onward, bytes)));
    onward.on("data", (bytes) => {
      if (losesReplies) socket.destroy();
      else later(() => pass(onward, socket, bytes));
    });
    socket.on("close", () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  const url = new URL(served.url);
  url.port = String((server.address() as AddressInfo).port);
  return {
    ...served,
    url: url.href,
    cut() {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    mend() {
      isCut = false;
      losesReplies = false;
      delayMs = 0;
    },
    delay(ms) {
      delayMs = ms;
    },
    loseReplies() {
      losesReplies = true;
    },
    refused: () => refused,
  };
}

function pass(from: Socket, to: Socket, bytes: Buffer): void {
  if (to.destroyed || to.write(bytes)) return;
  from.pause();
  to.once("drain", () => from.resume());
}
