import { createHmac, randomUUID } from "node:crypto";
import type { ForgeEvent, ForgeState } from "./forge-types.ts";

export type GithubDelivery = { id: string; event: string; status: number };

/** Sends signed deliveries to the hooks of the state. Like GitHub it sends each once, whatever comes back. */
export function githubHooks(state: ForgeState) {
  const deliveries: GithubDelivery[] = [];
  const underWay = new Set<Promise<void>>();
  const send = (event: string, payload: Record<string, unknown>) => {
    for (const hook of state.hooks) {
      if (event !== "ping" && !hook.events.includes(event)) continue;
      const entry = { id: randomUUID(), event, status: 0 };
      deliveries.push(entry);
      const work = deliver(hook, entry, { ...payload, repository: { full_name: state.path } });
      underWay.add(work);
      work.finally(() => underWay.delete(work));
    }
  };
  state.onEvent.push((event) => send(...payloadOf(event)));
  const settled = async () => {
    while (underWay.size > 0) await Promise.all(underWay);
  };
  return { deliveries, settled, ping: () => send("ping", { zen: "Speak like a human." }) };
}

async function deliver(
  { url, secret }: { url: string; secret: string },
  entry: GithubDelivery,
  payload: unknown,
): Promise<void> {
  const body = JSON.stringify(payload);
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  const headers = {
    "content-type": "application/json",
    "user-agent": "GitHub-Hookshot/1",
    "x-github-event": entry.event,
    "x-github-delivery": entry.id,
    "x-hub-signature-256": `sha256=${signature}`,
  };
  const reply = await fetch(url, { method: "POST", headers, body }).catch(() => undefined);
  entry.status = reply?.status ?? 0;
  await reply?.body?.cancel();
}

const actions: Record<string, string> = { pushed: "synchronize", merged: "closed" };

function payloadOf(event: ForgeEvent): [string, Record<string, unknown>] {
  const sender = { login: event.by };
  if (event.kind === "push") {
    return [
      "push",
      { ref: `refs/heads/${event.branch}`, before: event.before, after: event.after, sender },
    ];
  }
  const { pull } = event;
  const pull_request = { number: pull.number, merged: pull.state === "merged" };
  if (event.kind === "pull") {
    return [
      "pull_request",
      { action: actions[event.action] ?? event.action, number: pull.number, pull_request, sender },
    ];
  }
  if (event.kind === "review") {
    return [
      "pull_request_review",
      { action: "submitted", review: { body: event.review.body }, pull_request, sender },
    ];
  }
  const comment = { id: event.comment.id, body: event.comment.body };
  if (event.comment.place !== undefined) {
    return ["pull_request_review_comment", { action: "created", comment, pull_request, sender }];
  }
  return [
    "issue_comment",
    { action: "created", comment, issue: { number: pull.number, pull_request: {} }, sender },
  ];
}
