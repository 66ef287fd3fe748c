import { setTimeout as pause } from "node:timers/promises";
import { readInto } from "../reading-client.ts";
import { asAdmin, askNode, resumeOn, type startNodes } from "./start-nodes.ts";

export type Nodes = Awaited<ReturnType<typeof startNodes>>;

/** What a client has read of one stream, of an answer or of a job. */
export type Read = {
  id: string;
  events: Map<number, unknown>;
  isDone: boolean;
  /** Events that came twice or out of order on one connection. */
  faults: string[];
};

export type Asked = Read & {
  threadId: string;
  /** The client was told, or saw, that it came to no end here. */
  sawError: boolean;
};

const nothingYet = (id: string): Read => ({ id, events: new Map(), isDone: false, faults: [] });

/** Asks one question after the other on both nodes, and goes on reading on the other one where a connection breaks. */
export async function askOn({ nodes }: Nodes, name: string, isOver: () => boolean) {
  const asked: Asked[] = [];
  let refused = 0;
  for (let turn = 1; !isOver(); turn += 1) {
    const id = `chat-of-${name}-number-${turn}`;
    const [here, there] =
      turn % 2 === 0 ? (["one", "other"] as const) : (["other", "one"] as const);
    const question = `How is part 1 greased? (${id})`;
    const response = await askNode(nodes[here].url, id, question).catch(() => undefined);
    if (response?.status !== 200) {
      refused += 1;
      await response?.body?.cancel();
      await pause(100);
      continue;
    }
    const threadId = response.headers.get("x-thread-id") ?? "";
    const one: Asked = { ...nothingYet(id), threadId, sawError: false };
    asked.push(one);
    await readOn(one, response);
    // Some go on where they were, others begin anew.
    const from = turn % 3 === 0 ? undefined : Math.max(0, ...one.events.keys());
    if (!one.isDone) await resumeAt(nodes[there].url, one, from);
  }
  return { asked, refused };
}

async function resumeAt(url: string, one: Asked, from: number | undefined): Promise<void> {
  await readOn(one, await resumeOn(url, one.id, from).catch(() => undefined));
  one.sawError = !one.isDone;
}

/** As far as the connection goes. */
async function readOn(one: Read, response: Response | undefined): Promise<void> {
  if (response?.status !== 200) return response?.body?.cancel();
  await readInto(one, response).catch((error) => {
    if (!(error instanceof TypeError)) one.faults.push(String(error));
  });
}

/** Starts a job as a careful client does: with a key, again and again until it is told that it is there. Then it reads to the end. */
export async function runJob({ nodes }: Nodes, note: string): Promise<Read> {
  const path = "/v1/agent/docent/job";
  const body = JSON.stringify({
    messages: [{ role: "user", content: `Add a page ${note}.` }],
    branch: `docs/${note}`,
  });
  const accept = "text/event-stream";
  let job: Read | undefined;
  for (let turn = 0; !job?.isDone; turn += 1) {
    const { url } = nodes[turn % 2 === 0 ? "one" : "other"];
    const last = String(Math.max(0, ...(job?.events.keys() ?? [])));
    const response = await (job
      ? asAdmin(url, `${path}/${job.id}/stream`, { headers: { accept, "last-event-id": last } })
      : asAdmin(url, path, { method: "POST", headers: { accept, "idempotency-key": note }, body })
    ).catch(() => undefined);
    const id = response?.status === 200 ? response.headers.get("x-session-id") : undefined;
    if (id) job ??= nothingYet(id);
    if (job) await readOn(job, response);
    else await response?.body?.cancel().catch(() => undefined);
    if (!job?.isDone) await pause(200);
  }
  return job;
}
