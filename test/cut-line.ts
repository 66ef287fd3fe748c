import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { GitRemote } from "./git-remote.ts";

export type CutLine<Served> = Served & {
  /** Nobody gets through from now on. */
  cut(): void;
  mend(): void;
  /** Connections that were tried while it was cut. */
  refused(): number;
};

/** A line to a server that can be cut and mended. */
export async function cutLine(served: GitRemote): Promise<CutLine<GitRemote>> {
  const target = new URL(served.url);
  let isCut = false;
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
    socket.pipe(onward).pipe(socket);
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
    },
    refused: () => refused,
  };
}
