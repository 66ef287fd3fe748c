import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Attack, attackerAddress, type Load, type Target } from "../attack.ts";
import { keepBusy, send } from "../send.ts";

const mostSockets = 4_000;
const dripMs = 1_000;

const broken = (target: Target, load: Load) =>
  hold(target, load, { opening: "NO HTTP AT ALL\r\n\r\n" });

export const connectionAttacks: Attack[] = [
  { name: "broken", what: "broken requests on connections that are never closed", run: broken },
  {
    name: "few-descriptors",
    what: "the same, on a server that may open 256 files and polls git",
    descriptors: 256,
    settings: { DOCENT_POLL_SECONDS: "1" },
    run: broken,
  },
  {
    name: "silent",
    what: "connections on which nothing is said",
    run: (target, load) => hold(target, load, { opening: "" }),
  },
  {
    name: "slow-heads",
    what: "heads that arrive a byte a second",
    run: (target, load) =>
      hold(target, load, { opening: "GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nx-", drip: "a" }),
  },
  {
    name: "slow-bodies",
    what: "bodies that arrive a byte a second",
    run: (target, load) => hold(target, load, { opening: bodyHead(target), drip: " " }),
  },
  {
    name: "unread",
    what: "replies of all pages at once that are never read",
    run: (target, load) => hold(target, load, { opening: unreadHead(target), isDeaf: true }),
  },
  {
    name: "reconnect",
    what: "a new connection for every request",
    run: (target, load) =>
      keepBusy(load, 50, () =>
        send(target, load, { path: "/healthz", headers: { connection: "close" } }),
      ),
  },
];

function bodyHead({ domain }: Target): string {
  const lines = ["content-type: application/json", "content-length: 1000000", "", "{"];
  return `POST /discovery/v1/search/${domain} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join("\r\n")}`;
}

function unreadHead({ domain }: Target): string {
  return `GET /docs/${domain}/llms-full.txt HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`.repeat(4);
}

type Way = {
  opening: string;
  /** Sent every second on every connection. */
  drip?: string;
  /** Reads nothing of what comes back. */
  isDeaf?: boolean;
};

/** Opens connections as fast as they are taken and never closes one; one that the server closed is opened again. */
async function hold(target: Target, load: Load, way: Way): Promise<void> {
  const open = new Set<Socket>();
  const drip = setInterval(() => {
    for (const socket of open) if (way.drip !== undefined) socket.write(way.drip);
  }, dripMs);
  await keepBusy(load, 50, async () => {
    if (open.size >= mostSockets) return void (await sleep(10));
    await openOne(target, load, { way, open });
  });
  clearInterval(drip);
  load.count(`${open.size} still open`);
  for (const socket of open) socket.destroy();
}

function openOne(
  { url }: Target,
  load: Load,
  { way, open }: { way: Way; open: Set<Socket> },
): Promise<void> {
  const port = Number(new URL(url).port);
  const place = { port, host: "127.0.0.1", localAddress: attackerAddress, allowHalfOpen: true };
  return new Promise((resolve) => {
    const socket = connect(place, () => {
      open.add(socket);
      if (way.opening !== "") socket.write(way.opening);
      if (way.isDeaf !== true) socket.resume();
      resolve();
    });
    socket.on("error", () => undefined);
    socket.once("close", () => {
      load.count(open.delete(socket) ? "closed" : "not taken");
      resolve();
    });
  });
}
