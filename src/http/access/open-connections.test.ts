import { Socket } from "node:net";
import { expect, test } from "vitest";
import { proxyList } from "./client.ts";
import { createOpenConnections } from "./open-connections.ts";

function socketFrom(remoteAddress: string): Socket {
  return Object.defineProperty(new Socket(), "remoteAddress", { value: remoteAddress });
}

const limits = { most: 100, perNetwork: 30 };

function openMany(
  connections: ReturnType<typeof createOpenConnections>,
  from: string,
  count = 200,
) {
  const sockets = Array.from({ length: count }, () => socketFrom(from));
  return sockets.filter((socket) => connections.add(socket));
}

test("one network has so many connections, and more when some have ended", async () => {
  const connections = createOpenConnections(limits, proxyList([]));
  const [first] = openMany(connections, "192.0.2.1");
  expect(openMany(connections, "192.0.2.1")).toHaveLength(0);
  expect(openMany(connections, "192.0.2.2", 5)).toHaveLength(5);
  const closed = new Promise((resolve) => first?.once("close", resolve));
  first?.destroy();
  await closed;
  expect(openMany(connections, "192.0.2.1")).toHaveLength(1);
});

test("an IPv6 network counts as one", () => {
  const connections = createOpenConnections(limits, proxyList([]));
  expect(openMany(connections, "2001:db8:0:1::1", 20)).toHaveLength(20);
  expect(openMany(connections, "2001:db8:0:1:a::2")).toHaveLength(10);
  expect(openMany(connections, "2001:db8:0:2::1", 20)).toHaveLength(20);
});

test("reverse proxies of ours count towards all connections alone", () => {
  const connections = createOpenConnections(limits, proxyList(["10.0.0.0/8"]));
  expect(openMany(connections, "::ffff:10.0.0.1")).toHaveLength(100);
  expect(openMany(connections, "192.0.2.1")).toHaveLength(0);
});

test("however many networks take all they can, one that has few gets in", () => {
  const connections = createOpenConnections(limits, proxyList(["10.0.0.0/8"]));
  const taken = Array.from({ length: 40 }, (_, network) =>
    openMany(connections, `192.0.2.${network}`),
  ).flat();
  const isOpen = (socket: Socket) => !socket.destroyed;
  expect(taken.filter(isOpen)).toHaveLength(100);
  const [own] = openMany(connections, "198.51.100.1", 1);
  const [proxied] = openMany(connections, "10.0.0.1", 1);
  expect([own, proxied].map((socket) => socket?.destroyed)).toEqual([false, false]);
  expect(taken.filter(isOpen)).toHaveLength(98);
  // They come again at once, and take from each other alone.
  for (let network = 0; network < 40; network += 1) openMany(connections, `192.0.2.${network}`);
  expect([own, proxied].map((socket) => socket?.destroyed)).toEqual([false, false]);
});

test("the connection that gives way is one on which nothing is under way, the oldest", () => {
  const connections = createOpenConnections({ most: 4, perNetwork: 4 }, proxyList([]));
  const [busy, idle, ...rest] = openMany(connections, "192.0.2.1", 4);
  const answering = busy && connections.of(busy);
  if (answering) answering.open = 1;
  expect(openMany(connections, "192.0.2.2", 1)).toHaveLength(1);
  expect([busy, idle, ...rest].map((socket) => socket?.destroyed)).toEqual([
    ...[false, true, false, false],
  ]);
});

test("of a network those connections are ended on which no reply is under way", () => {
  const connections = createOpenConnections(limits, proxyList([]));
  const [busy, idle] = openMany(connections, "192.0.2.1", 2);
  const [other] = openMany(connections, "192.0.2.2", 1);
  const answering = busy && connections.of(busy);
  if (answering) answering.open = 1;
  connections.endIdle("192.0.2.1");
  expect([busy, idle, other].map((socket) => socket?.destroyed)).toEqual([false, true, false]);
});
