import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export type GitHttpServer = {
  url: string;
  /** What each request said about who asks. */
  seen: (string | undefined)[];
};

type Login = { username: string; token: string };

/** Git's own server program behind a login, as a forge has it. Without a login everybody may read. */
export async function serveGit(folder: string, login?: Login): Promise<GitHttpServer> {
  const seen: (string | undefined)[] = [];
  const wanted = login && `Basic ${btoa(`${login.username}:${login.token}`)}`;
  const server = createServer((request, response) => {
    const { authorization } = request.headers;
    seen.push(authorization);
    if (wanted === undefined || authorization === wanted) {
      const { pathname } = new URL(request.url ?? "/", "http://git");
      void answerGit({ folder, path: pathname }, request, response);
      return;
    }
    const headers = { "www-authenticate": 'Basic realm="git"' };
    response.writeHead(authorization === undefined ? 401 : 403, headers).end("go away");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

/** Lets git's own server program answer a request for `path` below `folder`. Ends with the reply. */
export async function answerGit(
  { folder, path, user = "" }: { folder: string; path: string; user?: string },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { searchParams } = new URL(request.url ?? "/", "http://git");
  const backend = spawn("git", ["http-backend"], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "safe.directory",
      GIT_CONFIG_VALUE_0: "*",
      PATH_INFO: path,
      QUERY_STRING: searchParams.toString(),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      REMOTE_ADDR: "127.0.0.1",
      ...(user !== "" && { REMOTE_USER: user }),
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  backend.stdin.on("error", () => undefined);
  request.pipe(backend.stdin);
  const chunks: Buffer[] = [];
  backend.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(backend, "close");
  const reply = Buffer.concat(chunks);
  const end = reply.indexOf("\r\n\r\n");
  const lines = reply.toString("latin1", 0, end).split("\r\n");
  const headers = lines.map((line) => line.split(/:\s*/, 2) as [string, string]);
  const status = headers.find(([name]) => name === "Status")?.[1] ?? "200";
  for (const [name, value] of headers) if (name !== "Status") response.setHeader(name, value);
  response.writeHead(Number.parseInt(status, 10)).end(reply.subarray(end + 4));
}
