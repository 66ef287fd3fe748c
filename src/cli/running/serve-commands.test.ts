import { once } from "node:events";
import { statSync } from "node:fs";
import { createConnection } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { capturedTerminal } from "../../../test/captured-terminal.ts";
import { makeTree } from "../../../test/make-tree.ts";
import { announceAddress, lockDataFolder } from "../../store/server-lock.ts";
import type { Shown } from "../command.ts";
import { commandSocket } from "./command-socket.ts";
import { runInServer } from "./run-in-server.ts";
import { serveCommands } from "./serve-commands.ts";

type Run = (argv: string[], shown: Shown) => Promise<number>;

async function serve(run: Run): Promise<string> {
  const { root } = await makeTree({});
  const server = await serveCommands(root, run);
  onTestFinished(server.close);
  return root;
}

function terminal() {
  return capturedTerminal(async () => {
    throw new Error("not here");
  });
}

test("what a command writes in the server appears beside it, with its status", async () => {
  const folder = await serve(async (argv, { write, remark, display }) => {
    write(`${argv.join(" ")}\n`);
    remark(`columns: ${display.columns}`);
    write("ä\n".repeat(100_000));
    return 3;
  });
  const shown = { ...terminal(), display: { columns: 72, isLive: false } };
  expect(await runInServer(folder, ["ask", "Ünïcode?"], shown)).toBe(3);
  expect(shown.stdout()).toBe(`ask Ünïcode?\n${"ä\n".repeat(100_000)}`);
  expect(shown.stderr()).toBe("columns: 72\n");
});

test("only the owner of the folder may use the socket", async () => {
  const folder = await serve(async () => 0);
  if (process.platform !== "win32")
    expect(statSync(commandSocket(folder)).mode & 0o777).toBe(0o600);
});

test("who leaves aborts the command, and the server goes on", async () => {
  const aborted = Promise.withResolvers<void>();
  const folder = await serve(async ([first], { signal, write }) => {
    if (first !== "stay") return 0;
    write("begun\n");
    await once(signal, "abort");
    write("nobody reads this\n");
    aborted.resolve();
    return 0;
  });
  const socket = createConnection(commandSocket(folder));
  socket.write(`${JSON.stringify({ argv: ["stay"], isLive: false })}\n`);
  await once(socket, "data");
  socket.destroy();
  await aborted.promise;
  expect(await runInServer(folder, ["ask"], terminal())).toBe(0);
});

test.each(["", "\n", "no JSON\n", '{"argv":"ask"}\n', "x".repeat(1_100_000)])(
  "what is no command is hung up on (%#)",
  async (text) => {
    let isRun = false;
    const folder = await serve(async () => {
      isRun = true;
      return 0;
    });
    const socket = createConnection(commandSocket(folder));
    socket.on("error", () => undefined);
    socket.end(text);
    const closed = new Promise((resolve) => socket.resume().on("close", resolve));
    await closed;
    expect(isRun).toBe(false);
  },
);

test("a server that stops meanwhile is told, and one that is not there is nothing", async () => {
  const { root } = await makeTree({});
  expect(await runInServer(root, ["ask"], terminal())).toBeUndefined();
  const server = await serveCommands(root, async () => {
    setImmediate(() => server.close());
    return new Promise<number>(() => undefined);
  });
  await expect(runInServer(root, ["ask"], terminal())).rejects.toThrow(/The server stopped/);
  expect(await runInServer(root, ["ask"], terminal())).toBeUndefined();
});

test("a server that takes no commands is told of, as settings of one's own then count", async () => {
  const { root } = await makeTree({});
  const lock = lockDataFolder(root);
  onTestFinished(lock.release);
  announceAddress(root, "http://127.0.0.1:4040");
  const shown = terminal();
  expect(await runInServer(root, ["ask"], shown)).toBeUndefined();
  expect(shown.stderr()).toMatch(/takes no commands/);
});
