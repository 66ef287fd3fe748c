import { connect, createServer, type Socket } from "node:net";

/** A load balancer at its smallest, in a process of its own: each connection goes to the next node. */
process.once("message", (ports: number[]) => {
  let taken = 0;
  const server = createServer((incoming) => {
    const port = ports[taken % ports.length] ?? 0;
    taken += 1;
    join(incoming, connect(port, "127.0.0.1"));
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.send?.(typeof address === "object" ? address?.port : 0);
  });
});
process.on("disconnect", () => process.exit(0));

function join(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.setNoDelay();
    from.pipe(to);
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroy());
  }
}
