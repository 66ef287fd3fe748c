import { chmod, rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import type { Shown } from "../command.ts";
import { commandLine, commandSocket, type OutputLine } from "./command-socket.ts";

type Run = (argv: string[], shown: Shown) => Promise<number>;

export type CommandServer = { close(): Promise<void> };

/** Carries out commands that are typed beside the running server. Only for who holds the lock on the folder. */
export async function serveCommands(folder: string, run: Run): Promise<CommandServer> {
  const path = commandSocket(folder);
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => socket.destroy());
    void carryOut(socket, run);
  });
  // A killed server leaves its socket behind.
  if (process.platform !== "win32") await rm(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  if (process.platform !== "win32") await chmod(path, 0o600);
  server.unref();
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

const longestLine = 1_000_000;

async function carryOut(socket: Socket, run: Run): Promise<void> {
  const gone = new AbortController();
  socket.on("close", () => gone.abort());
  const request = commandLine.safeParse(await firstLine(socket));
  if (!request.success) return void socket.destroy();
  const { argv, columns, isLive } = request.data;
  const send = (line: OutputLine) =>
    void (socket.writable && socket.write(`${JSON.stringify(line)}\n`));
  const code = await run(argv, {
    display: { columns, isLive },
    signal: gone.signal,
    write: (text) => send({ out: text }),
    remark: (text) => send({ remark: text }),
    redraw: (text) => send({ redraw: text }),
  });
  socket.end(`${JSON.stringify({ code } satisfies OutputLine)}\n`);
}

/** Undefined for what is no JSON, or too long to be a command. */
async function firstLine(socket: Socket): Promise<unknown> {
  const line = await new Promise<string>((resolve) => {
    let received = "";
    socket.setEncoding("utf8");
    socket.on("close", () => resolve(""));
    socket.on("data", (text) => {
      received += text;
      const end = received.indexOf("\n");
      if (end !== -1) resolve(received.slice(0, end));
      else if (received.length > longestLine) socket.destroy();
    });
  });
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
