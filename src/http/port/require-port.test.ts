import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { requirePort } from "./require-port.ts";

test("a port that is taken is told with who has it, and a free one is left free", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const who = process.platform === "linux" ? `(by node, process ${process.pid})` : "";
  await expect(requirePort({ host: "127.0.0.1", port })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining(`Port ${port} on 127.0.0.1 is in use ${who}`.trim()),
  });
  server.close();
  await once(server, "close");
  for (const time of ["first", "second"]) {
    expect(time).not.toBe("");
    await requirePort({ host: "127.0.0.1", port });
  }
});

test("an address that the machine does not have is named with its flag", async () => {
  await expect(requirePort({ host: "203.0.113.7", port: 4040 })).rejects.toThrow(/--host/);
});
