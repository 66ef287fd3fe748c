import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export type CutLine<Served> = Served & {
  /** Nobody gets through from now on. */
  cut(): void;
  mend(): void;
  /** Connections that were tried while it was cut. */
  refused(): number;
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
    socket.pipe(onward);
    onward.on("end", () => socket.end());
    onward.on("data", (bytes: Buffer) => {
      if (losesReplies) socket.destroy();
      else if (!socket.destroyed && !socket.write(bytes)) {
        onward.pause();
        socket.once("drain", () => onward.resume());
      }
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
    },
    loseReplies() {
      losesReplies = true;
    },
    refused: () => refused,
  };
}
