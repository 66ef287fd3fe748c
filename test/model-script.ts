import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** One reply of a fake model server. */
export type ScriptedReply = {
  /** Text, said piece by piece. */
  pieces?: string[];
  /** Before every piece. */
  pauseMs?: number;
  /** Tool calls after the text. An input that is a string goes out as it is, so it may be malformed. */
  calls?: { id?: string; name: string; input: unknown }[];
  /** Words of a refusal, as OpenAI sends them. */
  refusal?: string;
  /** Why the reply ends, in the protocol's own words. Unset: what fits the reply. */
  stop?: string;
  usage?: { input?: number; output?: number; cacheRead?: number; cacheWrite?: number };
  fault?: ScriptedFault;
};

export type ScriptedFault =
  /** In place of a reply. */
  | { status: number; headers?: Record<string, string>; body?: unknown }
  /** Something else in place of the reply's end, as one event of the stream; text goes out as it is. */
  | { event: unknown }
  /** The connection breaks before the headers, after them, or after the pieces. */
  | "reset"
  | "reset-after-headers"
  | "reset-after-pieces"
  /** Nothing more comes, and the connection stays open. */
  | "silent"
  | "silent-after-headers"
  | "silent-after-pieces"
  /** The stream ends after the pieces without the events that end a reply. */
  | "ends-early"
  /** The pieces again and again, until the client hangs up. */
  | "endless";

/** Replies in order, the last one for every further request too; or a reply made for a request. */
export type ModelScript =
  | ScriptedReply[]
  | ((request: ModelRequest, number: number) => ScriptedReply);

export type ModelRequest = {
  path: string;
  headers: Record<string, string | undefined>;
  body: Record<string, unknown>;
};

export type FakeModelServer = {
  /** What the setting of the address takes. */
  url: string;
  /** Every request that came, in order. */
  requests: ModelRequest[];
  /** How many connections wait for more, for tests that end them. */
  open(): number;
  close(): Promise<void>;
};

/** How one protocol puts a reply on the wire. */
export type ModelProtocol = {
  /** Below the server's own address. */
  basePath: string;
  /** Undefined when the request is as documented; else the reply that the API gives. */
  refuse(request: ModelRequest): { status: number; body: unknown } | undefined;
  begin(request: ModelRequest, reply: ScriptedReply): string[];
  piece(request: ModelRequest, text: string): string[];
  end(request: ModelRequest, reply: ScriptedReply): string[];
};

export async function startModelServer(
  protocol: ModelProtocol,
  script: ModelScript,
): Promise<FakeModelServer> {
  const requests: ModelRequest[] = [];
  let open = 0;
  const server = createServer((incoming, response) => {
    open += 1;
    response.on("close", () => {
      open -= 1;
    });
    answer(incoming, response).catch(() => response.destroy());
  });
  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    const number = requests.push(request) - 1;
    const refused = protocol.refuse(request);
    if (refused) return sendJson(response, refused);
    const reply =
      typeof script === "function" ? script(request, number) : (script[number] ?? script.at(-1));
    await play(protocol, { request, reply: reply ?? {}, response });
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}${protocol.basePath}`,
    requests,
    open: () => open,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readRequest(incoming: IncomingMessage): Promise<ModelRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return {
    path: incoming.url ?? "",
    headers: Object.fromEntries(headers),
    body: JSON.parse(Buffer.concat(chunks).toString()),
  };
}

type Scene = { request: ModelRequest; reply: ScriptedReply; response: ServerResponse };

async function play(protocol: ModelProtocol, { request, reply, response }: Scene): Promise<void> {
  const { fault, pieces = [], pauseMs = 0 } = reply;
  const write = (events: string[]) => void response.write(events.join(""));
  if (fault === "reset") return void response.destroy();
  if (fault === "silent") return;
  if (typeof fault === "object" && "status" in fault) return sendJson(response, fault);
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
  if (fault === "silent-after-headers") return;
  if (fault === "reset-after-headers") return void (await breakOff(response));
  write(protocol.begin(request, reply));
  do {
    for (const piece of pieces) {
      if (pauseMs > 0 || fault === "endless") await pause(pauseMs);
      write(protocol.piece(request, piece));
    }
  } while (fault === "endless" && !response.destroyed);
  if (fault === "silent-after-pieces" || fault === "endless") return;
  if (fault === "reset-after-pieces") return void (await breakOff(response));
  if (typeof fault === "object") write([eventText(fault.event)]);
  else if (fault !== "ends-early") write(protocol.end(request, reply));
  response.end();
}

/** What was written goes out first, so that the client has read it when the connection breaks. */
async function breakOff(response: ServerResponse): Promise<void> {
  await pause(20);
  response.destroy();
}

function eventText(event: unknown): string {
  return typeof event === "string" ? event : sse(event);
}

/** An event as servers send it; Anthropic's are named after their type. */
export function sse(data: unknown, name?: string): string {
  return `${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}

function sendJson(
  response: ServerResponse,
  reply: { status: number; headers?: Record<string, string>; body?: unknown },
): void {
  const { status, headers, body = "" } = reply;
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}
