import { Agent, type IncomingMessage, request } from "node:http";
import { setImmediate as breathe } from "node:timers/promises";
import { attackerAddress, type Load, type Target } from "./attack.ts";

export type Sent = {
  path: string;
  method?: "GET" | "POST" | "OPTIONS";
  headers?: Record<string, string>;
  body?: string | Buffer;
  from?: string;
  /** Looks at the reply instead of reading it to its end. */
  onReply?: (reply: IncomingMessage) => void;
};

const agents = new Map<string, Agent>();

/** Sends one request over a connection that is used again; resolves when the reply has ended, whatever it is. */
export function send(target: Target, load: Load, sent: Sent): Promise<void> {
  const { path, method = "GET", headers = {}, body, from = attackerAddress } = sent;
  return new Promise((resolve) => {
    const settle = (outcome: string) => {
      load.count(outcome);
      resolve();
    };
    const options = { method, headers, agent: agentOf(from), signal: load.over };
    const call = request(`${target.url}${path}`, options, (reply) => {
      reply.once("close", () => settle(String(reply.statusCode)));
      reply.on("error", () => undefined);
      if (sent.onReply === undefined) reply.resume();
      else sent.onReply(reply);
    });
    call.once("error", (error) => settle(load.isOver() ? "unanswered" : reasonOf(error)));
    call.end(body);
  });
}

function reasonOf(error: Error): string {
  return "code" in error ? String(error.code) : error.name;
}

function agentOf(from: string): Agent {
  const known = agents.get(from);
  if (known !== undefined) return known;
  const agent = new Agent({ keepAlive: true, localAddress: from });
  agents.set(from, agent);
  return agent;
}

/** As many at once as said, the next as soon as one has ended. */
export async function keepBusy(
  load: Load,
  atOnce: number,
  turn: (count: number) => Promise<void>,
): Promise<void> {
  let count = 0;
  const worker = async () => {
    while (!load.isOver()) {
      await turn(count++);
      await breathe();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

export function jsonHeaders(key?: string): Record<string, string> {
  const bearer = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return { "content-type": "application/json", ...bearer };
}

export function searchFor(target: Target, body: string | Buffer, key?: string): Sent {
  const path = `/discovery/v1/search/${target.domain}`;
  return { path, method: "POST", headers: jsonHeaders(key), body };
}

export function ask(target: Target, body: string | Buffer): Sent {
  const path = `/discovery/v2/assistant/${target.domain}/message`;
  return { path, method: "POST", headers: jsonHeaders(target.assistantKey), body };
}

export function questionBody(text: string, more: Record<string, unknown> = {}): string {
  const messages = [{ role: "user", parts: [{ type: "text", text }] }];
  return JSON.stringify({ messages, ...more });
}
