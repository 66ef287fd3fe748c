import { existsSync } from "node:fs";
import { createConnection, type Socket } from "node:net";
import { AppError } from "../../lib/app-error.ts";
import { runningAddress } from "../../store/server-lock.ts";
import type { Shown } from "../command.ts";
import { commandSocket, outputLine } from "./command-socket.ts";

/** Has the running server carry out a command; undefined where none takes it. */
export async function runInServer(
  folder: string,
  argv: string[],
  client: Shown,
): Promise<number | undefined> {
  const path = commandSocket(folder);
  const isThere = process.platform === "win32" || existsSync(path);
  const socket = isThere ? await connect(path) : undefined;
  if (socket === undefined) {
    if (runningAddress(folder) !== undefined)
      client.remark("The running server takes no commands, so this one uses its own settings.");
    return undefined;
  }
  const { columns, isLive } = client.display;
  socket.write(`${JSON.stringify({ argv, columns, isLive })}\n`);
  try {
    return await follow(socket, client);
  } finally {
    socket.destroy();
  }
}

function connect(path: string): Promise<Socket | undefined> {
  const socket = createConnection(path);
  return new Promise((resolve) => {
    socket.once("connect", () => resolve(socket));
    socket.once("error", () => resolve(undefined));
  });
}

async function follow(socket: Socket, { signal, write, remark, redraw }: Shown): Promise<number> {
  signal.addEventListener("abort", () => socket.destroy());
  for await (const text of linesOf(socket)) {
    const line = outputLine.parse(JSON.parse(text));
    if ("out" in line) write(line.out);
    if ("remark" in line) remark(line.remark);
    if ("redraw" in line) redraw(line.redraw);
    if ("code" in line) return line.code;
  }
  throw new AppError(
    "unavailable",
    "The server stopped while it carried out the command: try again.",
  );
}

/** Whole lines; a connection that breaks ends them. */
async function* linesOf(socket: Socket): AsyncGenerator<string> {
  let rest = "";
  try {
    for await (const text of socket.setEncoding("utf8")) {
      const lines = `${rest}${text}`.split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}
